/** What consumers ask often. */
import { resources } from '#resources/index.ts'
import { channels } from '#resources/content/places.ts'
import { problemTypes } from '#resources/content/commonProblem.ts'
import { shelfStates } from '#resources/shelf.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { categoryId } from '../server/seed/categories.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { daysFrom, rowBy } from './made-by.ts'

/** pb_problem_type, question, answer, hot, views, useful, useless. */
const PROBLEMS = [
  [
    problemTypes.rent,
    '怎么借充电宝？',
    '打开小程序扫柜机上的二维码，按提示支付押金或免押授权，仓门弹开后取出即可。',
    'Y',
    12_402,
    983,
    41,
  ],
  [
    problemTypes.rent,
    '扫码后没有弹出怎么办？',
    '请等待 10 秒；仍未弹出时订单会自动取消，不收费。也可以点订单里的“没有弹出”。',
    'Y',
    8317,
    640,
    72,
  ],
  [problemTypes.rent, '一个账号可以借几个？', '同一账号同时最多借 1 个，归还后可再借。', 'N', 2210, 140, 12],
  [
    problemTypes.giveBack,
    '在哪里归还？',
    '任意一台有空仓的柜机都可以还，首页地图上可以看到空仓数量。',
    'Y',
    9940,
    712,
    65,
  ],
  [
    problemTypes.giveBack,
    '还了但订单没有结束？',
    '请确认插到底且指示灯亮起；超过 5 分钟仍未结束，请在订单里申请处理并上传照片。',
    'Y',
    7705,
    430,
    156,
  ],
  [
    problemTypes.billing,
    '怎么计费？',
    '免费 5 分钟，之后每小时 3 元，24 小时封顶 30 元，总封顶 99 元。以柜机显示为准。',
    'Y',
    15_020,
    1102,
    204,
  ],
  [
    problemTypes.billing,
    '为什么扣了 99 元？',
    '达到总封顶视为买断，充电宝归您所有；如已归还请联系客服核实。',
    'N',
    3120,
    150,
    88,
  ],
  [
    problemTypes.deposit,
    '押金什么时候退？',
    '没有进行中的订单时可以申请退押，审核后原路退回，一般 1 个工作日到账。',
    'Y',
    6640,
    512,
    60,
  ],
  [problemTypes.deposit, '怎么免押？', '支付宝芝麻分或微信支付分达到要求即可免押。', 'N', 4101, 302, 25],
  [problemTypes.cards, '月卡可以退吗？', '标明“可退款”的卡，在可退天数内未使用的部分可以退。', 'N', 2875, 166, 47],
  [problemTypes.cards, '次卡过期了还能用吗？', '过期后不能使用，到期前 3 天会提醒。', 'N', 1530, 77, 33],
  [
    problemTypes.withdraw,
    '提现多久到账？',
    '审核通过后 24 小时内打款，微信零钱需在 24 小时内确认收款。',
    'N',
    1922,
    120,
    18,
  ],
  [
    problemTypes.join,
    '如何成为代理？',
    '在小程序“加盟合作”中提交申请，区域经理会在 24 小时内联系您。',
    'N',
    1044,
    61,
    5,
  ],
] as const

/** pb_problem_type → code of the topic. */
const TOPICS: Readonly<Record<string, string>> = {
  [problemTypes.rent]: 'A01A01A01',
  [problemTypes.giveBack]: 'A01A02A02',
  [problemTypes.billing]: 'A01A03A01',
  [problemTypes.deposit]: 'A01A03A02',
  [problemTypes.cards]: 'A01A03A03',
  [problemTypes.join]: 'A01A04',
}

export async function seedProblems(tx: Tx, now: Date): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.commonProblem),
    PROBLEMS.map(([category, title, answer, isHot, views, useful, useless], index) => ({
      ...rowBy('service', daysFrom(now, -180)),
      id: seedId('problem', title),
      category,
      topic: category in TOPICS ? categoryId(TENANT, TOPICS[category]!) : undefined,
      title,
      answer: `<p>${answer}</p>`,
      channel: category === problemTypes.join ? channels.wechat : undefined,
      isHot,
      sortNo: (index + 1) * 10,
      status: index === 10 ? shelfStates.off : shelfStates.on,
      views,
      useful,
      useless,
    })),
  )
}
