/** Logins whose first password never reached the phone: the channel was out for longer than the queue tries. */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { credential } from '../../db/tables.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import type { ByClock } from '../by-clock.ts'
import { firstPasswordJob } from './agent-rules.ts'

const users = tableOf(resources.sysUser)

/** By then the queue has given up; before that two of them would be under way. */
const GIVEN_UP_HOURS = 3

/** A password is kept only together with the message that brings it: who has none never got one. Asked for once a day. */
export const unsentPasswords: ByClock = {
  resource: resources.serviceProvider,
  due: (table, now) => sql`${table.userId} in (
    select u.id from ${users} u where u.must_change_password = 'Y' and u.phone <> '' and ${live('u')}
      and u.create_time < ${now} - interval '1 hour' * ${GIVEN_UP_HOURS}::int
      and not exists (select from ${credential} c where c.user_id = u.id))`,
  async move({ userId }, now, { tx, services }) {
    const to = String(userId)
    await services.jobs.send(tx, firstPasswordJob, { userId: to }, { key: `${to} ${now.slice(0, 10)}` })
  },
}
