// A module that throws when it is loaded.
throw new Error('not today')
