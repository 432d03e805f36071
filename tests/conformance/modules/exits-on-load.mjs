// A module that ends the process when it is loaded.
process.exit(7)
