/** Cards that consumers hold: paused, refunded, run out. */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { flow } from '../flow.ts'
import { windowState } from '../windows.ts'
import { userCardApproval, userCardRules, userCardWorks } from './user-card-rules.ts'

export const userCard = flow({
  approvals: [userCardApproval],
  rules: [userCardRules],
  works: userCardWorks,
  byClock: [
    {
      resource: resources.userCard,
      due: (table, now) =>
        sql`(${table.status} = '0' and ${table.startTime} <= ${now}) or (${table.status} in ('0', '1') and ${table.endTime} <= ${now})`,
      move(row, now) {
        if (['0', '1'].includes(String(row.status))) row.status = windowState(row, now, ['0', '1', '4'])
      },
    },
  ],
})
