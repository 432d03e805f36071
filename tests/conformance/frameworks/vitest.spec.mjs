// The same inside vitest.
import { test } from 'vitest'
import { assertModule } from 'watertight'
import module from '../modules/identity.cjs'
import spoilt from '../modules/double-abort.mjs'

test('identity keeps the protocol', () => assertModule(module))

test('double-abort keeps the protocol', () => assertModule(spoilt))
