// The same inside tape.
import test from 'tape'
import { assertModule } from 'watertight'
import module from '../modules/identity.cjs'
import spoilt from '../modules/double-abort.mjs'

test('identity keeps the protocol', () => assertModule(module))

test('double-abort keeps the protocol', () => assertModule(spoilt))
