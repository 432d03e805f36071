// The same inside mocha.
/* global it */
import { assertModule } from 'watertight'
import module from '../modules/identity.cjs'
import spoilt from '../modules/double-abort.mjs'

it('identity keeps the protocol', () => assertModule(module))

it('double-abort keeps the protocol', () => assertModule(spoilt))
