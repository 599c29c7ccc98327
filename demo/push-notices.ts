/** Notices to consumers, providers and drivers: out, planned, revoked, being written. */
import { resources } from '#resources/index.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { publishStates } from '#resources/content/publishStates.ts'
import { noticeTargets, pushModes } from '#resources/content/notice.ts'
import { channels } from '#resources/content/places.ts'
import { jumpTypes } from '#resources/jump.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import type { Consumer } from './consumers.ts'
import { daysFrom, rowBy } from './made-by.ts'
import type { Provider } from './providers.ts'

/** Title, summary, text, pb_notice_target, pb_publish_status, days from now, part of the receivers that read it. */
const NOTICES = [
  [
    '双十一充值加赠',
    '充 100 送 20，限时三天',
    '活动期间充 100 元送 20 元，赠送余额最后使用。',
    noticeTargets.everybody,
    publishStates.out,
    -10,
    0.62,
  ],
  [
    '新版计费说明',
    '换电柜改为阶梯计费',
    '自下周一起换电柜按阶梯计费，详情见套餐说明。',
    noticeTargets.everybody,
    publishStates.out,
    -4,
    0.41,
  ],
  [
    '月度结算单已生成',
    '请在三个工作日内核对',
    '上月结算单已生成，请登录后台核对，有疑问请联系业务员。',
    noticeTargets.providers,
    publishStates.out,
    -18,
    0.83,
  ],
  [
    '柜机巡检提醒',
    '请检查仓位与插头',
    '请各门店每周检查一次柜机仓位、插头与外观。',
    noticeTargets.merchants,
    publishStates.out,
    -2,
    0.35,
  ],
  [
    '深圳部分柜机维护',
    '今晚 23:00 起暂停借出',
    '深圳部分柜机今晚 23:00 至次日 6:00 维护，期间可以归还。',
    noticeTargets.cities,
    publishStates.out,
    -1,
    0.28,
  ],
  [
    '双旦活动预告',
    '惊喜盒即将开抽',
    '双旦惊喜盒 12 天后开抽，记得来看看。',
    noticeTargets.everybody,
    publishStates.planned,
    12,
    0,
  ],
  [
    '司机端升级',
    '支持车载设备自检',
    '请在本周内升级司机端，新版支持车载设备自检。',
    noticeTargets.drivers,
    publishStates.planned,
    2,
    0,
  ],
  ['错误的优惠通知', '已撤回', '本通知内容有误，已撤回。', noticeTargets.everybody, publishStates.revoked, -30, 0.12],
  ['春节值班安排', '客服热线不打烊', '春节期间客服热线照常服务。', noticeTargets.everybody, publishStates.draft, 0, 0],
] as const

export async function seedPushNotices(
  tx: Tx,
  consumers: readonly Consumer[],
  providers: readonly Provider[],
  drivers: number,
  now: Date,
): Promise<void> {
  const people = consumers.filter(({ row }) => row.status === consumerStates.normal)
  const reach: Record<string, number> = {
    [noticeTargets.everybody]: people.length,
    [noticeTargets.providers]: providers.filter(({ level }) => level < 5).length,
    [noticeTargets.merchants]: providers.filter(({ level }) => level === 5).length,
    [noticeTargets.drivers]: drivers,
    [noticeTargets.cities]: people.filter(({ row }) => String(row.areaCode).startsWith('4403')).length,
  }
  await insertMany(
    tx,
    tableOf(resources.notice),
    NOTICES.map(([title, summary, text, target, status, days, read], index) => {
      const sent = status === publishStates.out || status === publishStates.revoked ? reach[target]! : 0
      const at = daysFrom(now, days)
      const planned = status === publishStates.planned || index === 1
      return {
        ...rowBy('operator', daysFrom(now, Math.min(days, 0) - 1)),
        id: seedId('pushNotice', title),
        title,
        summary,
        content: `<p>${text}</p>`,
        target,
        areaCodes: target === noticeTargets.cities ? '440300' : undefined,
        channel: target === noticeTargets.everybody || target === noticeTargets.cities ? '1,2' : channels.app,
        pushMode: planned ? pushModes.timed : pushModes.now,
        pushTime: planned ? at.toISOString() : undefined,
        isPopup: index % 4 === 0 ? 'Y' : 'N',
        jumpType: index === 0 ? jumpTypes.miniPage : jumpTypes.none,
        jumpUrl: index === 0 ? '/pages/recharge/index' : undefined,
        status,
        publishTime: sent ? at.toISOString() : undefined,
        revokeTime: status === publishStates.revoked ? new Date(at.getTime() + 600_000).toISOString() : undefined,
        sendCount: sent,
        readCount: Math.round(sent * read),
      }
    }),
  )
}
