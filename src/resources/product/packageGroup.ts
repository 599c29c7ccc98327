import { choices } from '#model/choices.ts'
import { area, choice, dict, integer, lines, money, refByType, refs, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { deviceTypes } from '../device/deviceTypes.ts'
import { billModes } from './billModes.ts'
import { cardKinds, cardProducts } from './cardKinds.ts'
import { enableStates } from '../enabled.ts'

export const packageScopes = choices('pb_package_scope', '套餐适用范围', {
  platform: ['1', '平台'],
  cities: ['2', '城市'],
  providers: ['3', '服务商'],
})

interface Step {
  fromMinutes?: number | null
  toMinutes?: number | null
}

/** Where the steps leave a gap, by the row that makes it; none when they follow each other from 0 on. */
function gapIn(steps: readonly Step[]): Record<string, string> | undefined {
  let reached: number | null = 0
  for (const [index, { fromMinutes, toMinutes }] of steps.entries()) {
    if (reached === null) return { [`steps.${index - 1}.toMinutes`]: '只有最后一级可以不填结束' }
    if (fromMinutes !== reached) return { [`steps.${index}.fromMinutes`]: index ? `应从 ${reached} 分钟开始，与上一级相接` : '第一级从 0 分钟开始' }
    if (toMinutes != null && toMinutes <= reached) return { [`steps.${index}.toMinutes`]: '应大于起始' }
    reached = toMinutes ?? null
  }
}

/** What renting costs, and the cards sold with it, for the platform, some cities or some providers. */
export const packageGroup = defineResource({
  name: 'packageGroup',
  label: '套餐组',
  title: 'groupName',
  scope: 'tenant',
  fields: {
    groupName: text('套餐组名称', { required: true, unique: true, max: 50, width: 200 }),
    deviceType: choice('设备类型', deviceTypes, { required: true, initial: 'cabinet' }),
    billMode: choice('计费方式', billModes, { required: true, initial: 'byTime' }),
    freeMinutes: integer('免费时长', { required: true, min: 0, max: 60, unit: '分钟', initial: 5 }),
    unitMinutes: dict('计费单位', 'pb_bill_unit', { required: true, numeric: true, initial: '60' }),
    unitPrice: money('单价', { required: true, min: 0.01, hint: '每个计费单位' }),
    dayCap: money('24小时封顶', { required: true, min: 0.01 }),
    totalCap: money('总封顶', { required: true, min: 0.01, hint: '达到后视为买断' }),
    steps: lines(
      '阶梯',
      {
        fromMinutes: integer('从（分钟）', { required: true, min: 0 }),
        toMinutes: integer('到（分钟）', { min: 1 }),
        price: money('价格', { required: true, min: 0, statistics: ['average'] }),
      },
      { requiredWhen: { billMode: ['bySteps'] }, onlyThen: true },
    ),
    cards: lines('可售卡', {
      cardKind: choice('卡种', cardKinds, { required: true, initial: 'time' }),
      cardId: refByType('卡', 'cardKind', cardProducts, { required: true }),
      sortNo: integer('排序', { min: 0, max: 9999, initial: 100 }),
    }),
    scope: choice('适用范围', packageScopes, { required: true, initial: 'platform' }),
    areaCodes: area('适用城市', { multiple: true, requiredWhen: { scope: ['cities'] }, onlyThen: true }),
    providerIds: refs('适用服务商', 'serviceProvider', { requiredWhen: { scope: ['providers'] }, onlyThen: true }),
    isDefault: toggle('默认', { required: true, hint: '同一范围、同一设备类型只有一个' }),
    status: choice('状态', enableStates, { required: true, initial: 'on' }),
  },
  list: {
    columns: ['groupName', 'deviceType', 'status', 'billMode', 'freeMinutes', 'unitMinutes', 'unitPrice', 'dayCap', 'totalCap', 'scope', 'isDefault', 'updateTime'],
    filters: ['groupName', 'deviceType', 'billMode', 'scope', 'isDefault', 'status', 'unitPrice'],
    card: { subtitle: 'scope', badge: 'status', aside: 'unitPrice', facts: ['unitMinutes', 'dayCap', 'totalCap'] },
  },
  form: [
    { title: '套餐组', fields: ['groupName', 'deviceType', 'status'] },
    { title: '计费', fields: ['billMode', 'freeMinutes', 'unitMinutes', 'unitPrice', 'dayCap', 'totalCap', 'steps'] },
    { title: '适用与可售卡', fields: ['scope', 'areaCodes', 'providerIds', 'isDefault', 'cards'] },
  ],
  check(draft) {
    if (Number(draft.dayCap) < Number(draft.unitPrice)) return { dayCap: '24小时封顶不能低于单价' }
    if (Number(draft.totalCap) < Number(draft.dayCap)) return { totalCap: '总封顶不能低于24小时封顶' }
    const cards = (draft.cards ?? []).map(({ cardKind, cardId }) => `${cardKind} ${cardId}`)
    const twice = cards.findIndex((one, index) => cards.indexOf(one) !== index)
    if (twice >= 0) return { cards: `第${twice + 1}行的卡重复` }
    return gapIn(draft.steps ?? [])
  },
  menu: { group: 'product', icon: 'appstore', order: 10 },
})
