/** News of the platform, campaigns, and what consumers share. */
import { resources } from '#resources/index.ts'
import { tableOf } from '../../../resource/table.ts'
import type { Tx } from '../../connect.ts'
import { insertMany } from '../bulk.ts'
import { seedId } from '../seed-id.ts'
import type { Consumer } from './consumers.ts'
import { daysFrom, rowBy } from './made-by.ts'
import { picturePath } from './pictures.ts'

/** pb_trend_type, title, summary, tags, pb_publish_status, days from now, on top, views, likes. */
const TRENDS = [
  ['1', '平台柜机突破 300 台', '覆盖五省十二市', '里程碑,平台', '2', -30, 'Y', 8412, 560],
  ['2', '双十一充电节', '充值加赠，月卡六折', '活动,优惠', '2', -12, 'Y', 15_230, 1204],
  ['3', '共享充电行业进入精细化运营', '从铺设规模转向单机收益', '行业', '2', -20, 'N', 2310, 88],
  ['1', '新一代 12 仓柜机上线', '更快、更安静', '新品,设备', '2', -6, 'N', 4120, 233],
  ['4', '出差三天全靠它', '高铁站借，机场还', '用户故事', '2', -9, 'N', 1980, 310],
  ['4', '夜市摊主的一天', '晚上最怕没电', '用户故事', '2', -16, 'N', 1422, 205],
  ['2', '双旦惊喜盒', '十二天后开抽', '活动', '1', 12, 'N', 0, 0],
  ['3', '国标新规解读', '移动电源认证要求', '行业,安全', '0', 0, 'N', 0, 0],
  ['2', '国庆出行不断电', '活动已结束', '活动', '3', -58, 'N', 20_115, 1630],
] as const

export async function seedTrends(tx: Tx, consumers: readonly Consumer[], now: Date): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.trend),
    TRENDS.map(([trendType, title, summary, tags, status, days, isTop, views, likes], index) => ({
      ...rowBy('operator', daysFrom(now, Math.min(days, 0) - 1)),
      id: seedId('trend', title),
      trendType,
      title,
      cover: picturePath('cover'),
      summary,
      content: `<h2>${title}</h2><p>${summary}。</p><p>更多详情请关注平台公告，或联系客服 400-820-1616。</p>`,
      author: trendType === '4' ? String(consumers[index * 11]!.row.nickName) : '运营部',
      userId: trendType === '4' ? consumers[index * 11]!.id : undefined,
      tags,
      isTop,
      publishTime: status === '0' ? undefined : daysFrom(now, days).toISOString(),
      views,
      likes,
      status,
    })),
  )
}
