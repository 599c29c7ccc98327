import { PHONE } from './browser.ts'
import { screensAt } from './screens.ts'

screensAt(PHONE)
