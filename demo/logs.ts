/** Thirty days of people coming to work, from the desk and from the chat on the way, a mistyped password now and then. */
import { sql } from 'drizzle-orm'
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { logTypes, operateTypes } from '#resources/system/log.ts'
import { insertMany } from '../server/db/bulk.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { accountId, people } from './accounts.ts'
import { Chance } from './chance.ts'
import { dayFrom, HOUR } from './made-by.ts'

const DAYS = 30
/** People here work on Saturdays too, fewer of them. */
const PRESENT = [0.1, 0.95, 0.95, 0.9, 0.95, 0.9, 0.35]
const CHINA_MS = 8 * HOUR

const OUTCOMES = { in: '登录成功！', out: '退出成功！', wrong: '登录失败：用户名或密码错误' }

export async function seedLogs(tx: Tx, now: Date): Promise<void> {
  const chance = new Chance(30)
  const staff = [{ username: 'admin', realname: '管理员', tenants: undefined }, ...people]
  const rows: Record<string, unknown>[] = []
  const put = (
    at: number,
    { username, realname }: (typeof staff)[number],
    what: keyof typeof OUTCOMES,
    phone: boolean,
  ) => {
    if (at >= now.getTime()) return
    const own = staff.findIndex((person) => person.username === username)
    rows.push({
      id: seedId('log', username, at),
      tenantId: TENANT,
      logType: logTypes.login,
      operateType: operateTypes.query,
      logContent: `用户名: ${username},${OUTCOMES[what]}`,
      personId: accountId(username),
      userid: username,
      username: realname,
      ip: phone ? `117.136.${own}.${chance.int(2, 250)}` : `10.8.${own % 3}.${20 + own}`,
      host: phone ? '企业微信' : '浏览器',
      requestType: 'POST',
      requestUrl: what === 'out' ? '/jeecg-boot/sys/logout' : '/jeecg-boot/sys/login',
      createTime: new Date(at).toISOString(),
    })
  }
  for (let ago = DAYS - 1; ago >= 0; ago -= 1) {
    const midnight = dayFrom(now, -ago).getTime()
    const weekday = new Date(midnight + CHINA_MS).getUTCDay()
    for (const person of staff) {
      if (!chance.is(PRESENT[weekday] ?? 0)) continue
      const morning = midnight + 8.4 * HOUR + chance.int(0, 50 * 60_000)
      if (chance.is(0.08)) put(morning - chance.int(9000, 40_000), person, 'wrong', false)
      put(morning, person, 'in', false)
      if (chance.is(0.5)) put(midnight + 12 * HOUR + chance.int(0, 5 * HOUR), person, 'in', true)
      if (chance.is(0.6)) put(midnight + 18 * HOUR + chance.int(0, 2 * HOUR), person, 'out', false)
    }
  }
  await insertMany(tx, tableOf(resources.sysLog), rows)
  for (const resource of [resources.device, resources.banner, resources.notice, resources.commonProblem])
    await seedOperations(tx, resource)
}

/** What stands in the books was once entered by whoever is named there. */
async function seedOperations(tx: Tx, resource: Resource): Promise<void> {
  const [records, users, log] = [resource, resources.sysUser, resources.sysLog].map((one) => sql.identifier(one.table))
  await tx.execute(sql`
    insert into ${log} (id, tenant_id, log_type, operate_type, log_content, person_id, userid, username, ip, host,
      request_type, request_url, cost_time, create_time)
    select md5('log/' || made.id), made.tenant_id, ${logTypes.operation}::int, ${operateTypes.add}::int, ${`新增${resource.label}`},
      person.id, person.username, person.realname, '10.8.0.20', '浏览器', 'POST', ${`/jeecg-boot${resource.path}/add`},
      30 + ascii(made.id), made.create_time
    from ${records} as made join ${users} as person on person.username = made.create_by
    where made.tenant_id = ${TENANT}::int and made.create_time <= now()
    order by made.create_time desc limit 60`)
}
