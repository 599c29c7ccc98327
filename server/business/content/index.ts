/** What consumers are shown: advertisements, banners, notices, posts, blind boxes. */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { showStates } from '#resources/content/banner.ts'
import { publishStates } from '#resources/content/publishStates.ts'
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
        sql`(${table.showState} = ${showStates.planned} and ${table.startTime} <= ${now}) or (${table.showState} in (${showStates.planned}, ${showStates.showing}) and ${table.endTime} <= ${now})`,
      move(row, now) {
        row.showState = showStateOf(row, now)
      },
    },
    {
      resource: resources.notice,
      due: (table, now) => sql`${table.status} = ${publishStates.planned} and ${table.pushTime} <= ${now}`,
      async move(row, now, writing) {
        if (row.status === publishStates.planned && reached(row.pushTime, now)) await launch(writing, row)
      },
    },
    {
      resource: resources.trend,
      due: (table, now) => sql`${table.status} = ${publishStates.planned} and ${table.publishTime} <= ${now}`,
      move(row, now) {
        if (row.status === publishStates.planned && reached(row.publishTime, now)) row.status = publishStates.out
      },
    },
  ],
})
