/** Cards that consumers hold: paused, refunded, run out. */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { userCardStates } from '#resources/product/userCard.ts'
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
        sql`(${table.status} = ${userCardStates.inactive} and ${table.startTime} <= ${now}) or (${table.status} in (${userCardStates.inactive}, ${userCardStates.using}) and ${table.endTime} <= ${now})`,
      move(row, now) {
        if (row.status === userCardStates.inactive || row.status === userCardStates.using)
          row.status = windowState(row, now, [userCardStates.inactive, userCardStates.using, userCardStates.expired])
      },
    },
  ],
})
