/** What stands on a shelf: put on, taken off, and a price that stands still there. */
import { flow } from '../flow.ts'
import { devicePackageRules, packageRules } from './package-rules.ts'
import { cardRules, shelfWorks } from './shelf-actions.ts'

export const shelf = flow({ rules: [...cardRules, packageRules, devicePackageRules], works: shelfWorks })
