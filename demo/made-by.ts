/** The system columns of a row that somebody of the demo made. */
import { TENANT } from '../server/seed/organisation.ts'

export const rowBy = (createBy: string, at: Date, sysOrgCode = 'A01A01') => ({
  tenantId: TENANT,
  sysOrgCode,
  createBy,
  createTime: at.toISOString(),
  version: 1,
})

export const DAY = 86_400_000
export const HOUR = 3_600_000
export const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY)

const CHINA_MS = 8 * HOUR
/** Midnight in China so many days from now: when campaigns begin and end. */
export const dayFrom = (now: Date, days: number) =>
  new Date((Math.floor((now.getTime() + CHINA_MS) / DAY) + days) * DAY - CHINA_MS)
