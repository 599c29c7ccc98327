/** What is sold over the counter: cards, recharges, draws and their prizes. */
import { flow } from '../flow.ts'
import { saleRules, saleWorks } from './sale-rules.ts'

export const sale = flow({ rules: saleRules, works: saleWorks })
