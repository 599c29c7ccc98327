/** What consumers are shown: advertisements, banners, notices, posts, blind boxes. */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { inWindow } from '../by-clock.ts'
import { flow } from '../flow.ts'
import { AD_WINDOW, BOX_WINDOW, reached, showStateOf } from '../windows.ts'
import { advertisementApproval, contentRules, contentWorks, launch } from './content-actions.ts'

export const content = flow({
  approvals: [advertisementApproval],
  rules: contentRules,
  works: contentWorks,
  byClock: [
    inWindow(resources.advertisement, AD_WINDOW),
    inWindow(resources.blindBox, BOX_WINDOW),
    {
      resource: resources.banner,
      due: (table, now) =>
        sql`(${table.showState} = '1' and ${table.startTime} <= ${now}) or (${table.showState} in ('1', '2') and ${table.endTime} <= ${now})`,
      move(row, now) {
        row.showState = showStateOf(row, now)
      },
    },
    {
      resource: resources.notice,
      due: (table, now) => sql`${table.status} = '1' and ${table.pushTime} <= ${now}`,
      async move(row, now, writing) {
        if (row.status === '1' && reached(row.pushTime, now)) await launch(writing, row)
      },
    },
    {
      resource: resources.trend,
      due: (table, now) => sql`${table.status} = '1' and ${table.publishTime} <= ${now}`,
      move(row, now) {
        if (row.status === '1' && reached(row.publishTime, now)) row.status = '2'
      },
    },
  ],
})
