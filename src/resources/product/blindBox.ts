import { choices } from '#model/choices.ts'
import { toHundredths } from '#model/money.ts'
import { area, choice, dateTime, image, integer, lines, money, percent, ref, refByType, richText, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { prizeProducts, prizeTypes } from './prizeTypes.ts'

export const boxStates = choices('pb_box_status', '盲盒状态', {
  draft: ['0', '草稿', 'default'],
  planned: ['1', '待上线', 'blue'],
  running: ['2', '进行中', 'green'],
  over: ['3', '已结束', 'default'],
  down: ['4', '已下线', 'default'],
})

const WHOLE = 10_000n

interface Prize {
  prizeType?: string | null
  refId?: string | null
  amount?: string | null
  stock?: number | null
  probability?: string | null
}

function prizeProblem(prizes: readonly Prize[]): Record<string, string> | undefined {
  for (const [index, { prizeType, refId, amount, stock }] of prizes.entries()) {
    if ((prizeType ?? '') in prizeProducts && !refId) return { [`prizes.${index}.refId`]: '请选择卡产品' }
    if (prizeType === prizeTypes.wallet && !Number(amount ?? 0)) return { [`prizes.${index}.amount`]: '余额红包请输入金额' }
    if (prizeType !== prizeTypes.nothing && stock == null) return { [`prizes.${index}.stock`]: '请输入库存' }
  }
  if (prizes.filter(({ prizeType }) => prizeType === prizeTypes.nothing).length !== 1) return { prizes: '须有且只有一个“谢谢参与”，其他奖品抽完后落到它' }
  const sum = prizes.reduce((all, { probability }) => all + (toHundredths(probability ?? '0') ?? 0n), 0n)
  if (sum !== WHOLE) return { prizes: `概率合计应为 100.00%，现在是 ${(Number(sum) / 100).toFixed(2)}%` }
}

/** A lottery with shown probabilities. While it runs only stock may change. */
export const blindBox = defineResource({
  name: 'blindBox',
  label: '盲盒',
  title: 'boxName',
  scope: 'tenant',
  verbs: ['add', 'edit', 'delete', 'export'],
  when: { edit: { status: ['draft', 'planned', 'running'] }, delete: { status: ['draft'] } },
  fields: {
    boxName: text('盲盒名称', { required: true, max: 50, width: 180 }),
    cover: image('封面', { required: true }),
    price: money('单抽价格', { required: true, min: 0, hint: '0 为免费机会' }),
    drawLimit: integer('每人次数', { required: true, min: 1, max: 9999, initial: 1 }),
    totalLimit: integer('总次数', { min: 1, hint: '不填为不限' }),
    startTime: dateTime('开始时间', { required: true }),
    endTime: dateTime('结束时间', { required: true }),
    areaCodes: area('城市', { multiple: true, hint: '不选为全部城市' }),
    rule: richText('活动规则', { required: true }),
    prizes: lines(
      '奖品',
      {
        prizeName: text('奖品名称', { required: true, max: 50 }),
        prizeType: choice('奖品类型', prizeTypes, { required: true }),
        refId: refByType('卡产品', 'prizeType', prizeProducts),
        amount: money('价值', { min: 0 }),
        image: image('图片'),
        probability: percent('概率', { required: true, min: 0, statistics: ['sum'] }),
        stock: integer('库存', { min: 0, statistics: ['sum'] }),
        sortNo: integer('排序', { min: 0, max: 9999, initial: 100 }),
      },
      { required: true, hint: '2 到 12 个，概率合计 100.00%' },
    ),
    drawCount: integer('抽取', { readOnly: true, initial: 0 }),
    winCount: integer('中奖', { readOnly: true, initial: 0 }),
    cost: money('成本', { readOnly: true, initial: '0.00' }),
    status: choice('状态', boxStates, { readOnly: true, initial: 'draft' }),
  },
  list: {
    columns: ['boxName', 'cover', 'status', 'price', 'startTime', 'endTime', 'drawLimit', 'totalLimit', 'drawCount', 'winCount', 'cost', 'createTime'],
    filters: ['boxName', 'status', 'price', 'startTime', 'endTime'],
    card: { subtitle: 'endTime', badge: 'status', aside: 'price', facts: ['drawCount', 'winCount', 'cost'] },
    totals: ['drawCount', 'winCount', 'cost'],
  },
  form: [
    { title: '盲盒', fields: ['boxName', 'cover', 'price', 'drawLimit', 'totalLimit'] },
    { title: '活动与奖品', fields: ['startTime', 'endTime', 'areaCodes', 'prizes', 'rule'] },
  ],
  actions: {
    publish: { label: '上线', when: { status: ['draft'] }, confirm: '到开始时间自动进行；进行中只能修改库存。' },
    takeDown: { label: '下线', when: { status: ['planned', 'running'] }, permission: 'publish', danger: true, reason: true },
    draw: {
      label: '代客抽奖',
      when: { status: ['running'] },
      confirm: '从用户余额支付单抽价格，奖品立即发放。',
      input: { userId: ref('用户', 'userMessage', { required: true }) },
    },
  },
  check(draft) {
    if (draft.startTime && draft.endTime && draft.startTime >= draft.endTime) return { endTime: '结束时间须晚于开始时间' }
    const prizes = draft.prizes ?? []
    if (prizes.length < 2 || prizes.length > 12) return { prizes: '奖品应为 2 到 12 个' }
    return prizeProblem(prizes)
  },
  menu: { group: 'product', icon: 'gift', order: 60 },
})
