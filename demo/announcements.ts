/** Announcements of every priority and kind of opening, unread for everybody. */
import { resources } from '#resources/index.ts'
import { messageCategories, releaseStates } from '#resources/system/announcement.ts'
import { pathOf } from '../server/notify/announcements.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { notice } from '../server/db/notify-tables.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { accountId, people } from './accounts.ts'

const HOUR = 3_600_000

interface Example {
  titile: string
  priority: 'L' | 'M' | 'H'
  hoursAgo: number
  sender: string
  msgAbstract: string
  msgContent: string
  to?: readonly string[]
  openType?: 'url' | 'component'
  openPage?: string
  busId?: string
}

const examples = (withdrawalId: string | undefined): readonly Example[] => [
  {
    titile: '国庆假期值班与提现安排',
    priority: 'L',
    hoursAgo: 70,
    sender: 'admin',
    msgAbstract: '假期提现照常受理，打款顺延至次一工作日。',
    msgContent:
      '<p>各位同事：</p><p>假期期间提现照常受理，<strong>打款顺延至次一工作日</strong>。</p><ul><li>运营值班：李伟，每天 9:00-21:00</li><li>客服值班：陈婷婷，热线 400-820-1616</li></ul><p>祝大家假期愉快。</p>',
  },
  {
    titile: '新版计费规则下周一生效',
    priority: 'M',
    hoursAgo: 26,
    sender: 'ops_manager',
    msgAbstract: '换电柜改为阶梯计费，存量订单按原规则结算。',
    msgContent:
      '<p>换电柜自下周一 0 时起改为阶梯计费：</p><table><tbody><tr><th>时长</th><th>单价</th></tr><tr><td>前 2 小时</td><td>3.00 元/小时</td></tr><tr><td>之后</td><td>2.00 元/小时</td></tr></tbody></table><p>生效前租借的订单按原规则结算，请各地提前告知商户。</p>',
  },
  {
    titile: '今晚 23:00 支付通道维护',
    priority: 'H',
    hoursAgo: 3,
    sender: 'admin',
    msgAbstract: '维护期间打款排队，预计次日 1:00 恢复。',
    msgContent:
      '<p>银行通道今晚 <span style="color:#cf1322">23:00 至次日 1:00</span> 维护，期间打款会排队，恢复后自动继续，<strong>请勿重复提交</strong>。</p>',
    openType: 'url',
    openPage: '/finance/userWithdrawal',
  },
  ...(withdrawalId
    ? [
        {
          titile: '请优先处理一笔临近时限的提现',
          priority: 'M' as const,
          hoursAgo: 1,
          sender: 'ops_manager',
          msgAbstract: '服务商已来电催办。',
          msgContent: '<p>服务商已来电催办，请优先处理。</p>',
          to: ['ops_manager', 'finance', 'admin'],
          openType: 'component' as const,
          openPage: 'rental/UserWithdrawalList',
          busId: withdrawalId,
        },
      ]
    : []),
]

/** `withdrawalId`: a request that waits, for the announcement that opens one. */
export async function seedAnnouncements(tx: Tx, now: Date, withdrawalId: string | undefined): Promise<void> {
  const all = [
    'admin',
    ...people
      .filter(({ tenants = String(TENANT) }) => tenants.split(',').includes(String(TENANT)))
      .map(({ username }) => username),
  ]
  const rows = examples(withdrawalId).map(({ to, hoursAgo, ...example }) => {
    const time = new Date(now.getTime() - hoursAgo * HOUR).toISOString()
    return {
      id: seedId('announcement', example.titile),
      tenantId: TENANT,
      sysOrgCode: 'A01',
      msgCategory: messageCategories.announcement,
      msgType: to ? 'USER' : 'ALL',
      userIds: to ? `${to.map(accountId).join(',')},` : null,
      sendStatus: releaseStates.released,
      izTop: 0,
      visitsNum: 0,
      startTime: time,
      sendTime: time,
      createTime: time,
      createBy: example.sender,
      ...example,
      receivers: to ?? all,
    }
  })
  await insertMany(
    tx,
    tableOf(resources.sysAnnouncement),
    rows.map(({ receivers: _, ...row }) => row),
  )
  await insertMany(
    tx,
    tableOf(resources.sysAnnouncementSend),
    rows.flatMap(({ id, receivers, createTime }) =>
      receivers.map((username) => ({
        id: seedId('announcementSend', id, username),
        tenantId: TENANT,
        createBy: 'system',
        createTime,
        anntId: id,
        userId: accountId(username),
        readFlag: '0',
        starFlag: '0',
      })),
    ),
  )
  await logReleases(tx, rows)
}

/** The delivery log of these releases: everybody has them in the bell and has not looked yet. */
async function logReleases(
  tx: Tx,
  rows: readonly { id: string; titile: string; msgAbstract: string; sendTime: string; receivers: readonly string[] }[],
): Promise<void> {
  const { sysAnnouncement, notifyDelivery } = resources
  const told = rows.map(({ id, titile, msgAbstract, sendTime }) => ({
    id: seedId('notice', id),
    key: `announcement:${id}:demo`,
    kind: 'announcement',
    tenantId: TENANT,
    resource: sysAnnouncement.name,
    recordId: id,
    title: titile,
    summary: msgAbstract,
    facts: [],
    path: pathOf(id),
    state: 'open',
    createTime: sendTime,
  }))
  await insertMany(tx, notice, told)
  await insertMany(
    tx,
    tableOf(notifyDelivery),
    told.flatMap(({ id, kind, title, resource, recordId, createTime }, index) =>
      rows[index]!.receivers.map((username) => ({
        id: seedId('delivery', id, username),
        tenantId: TENANT,
        createBy: 'system',
        createTime,
        noticeId: id,
        kind,
        title,
        resource,
        recordId,
        userId: accountId(username),
        channel: 'web',
        cause: 'route',
        state: 'sent',
        attempts: 1,
        sentTime: createTime,
      })),
    ),
  )
}
