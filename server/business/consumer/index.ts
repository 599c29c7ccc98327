/** A consumer: on the black list, off it, gone. */
import { flow } from '../flow.ts'
import { consumerRules, consumerWorks } from './consumer-rules.ts'

export const consumer = flow({ rules: [consumerRules], works: consumerWorks })
