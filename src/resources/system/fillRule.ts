import { choices } from '#model/choices.ts'
import { choice, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** What a rule may be made of. How each fills in is `server/system/fill-rules`. */
export const fillRuleKinds = choices('fill_rule_class', '编码规则类型', {
  orderNumber: ['order-number', '日期流水号'],
  departCode: ['depart-code', '下级部门编码'],
  categoryCode: ['category-code', '下级分类编码'],
})

const oneId = { fits: (value: unknown) => typeof value === 'string' && value.length <= 64, asked: '上级的编号' }

/** By kind: what may be said about it, and what each must be. */
const parameters: Readonly<Record<string, Readonly<Record<string, { fits(value: unknown): boolean; asked: string }>>>> = {
  [fillRuleKinds.orderNumber]: {
    prefix: { fits: (value) => typeof value === 'string' && /^[\w-]{0,20}$/.test(value), asked: '20 位以内的字母、数字、_、-' },
    digits: { fits: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10, asked: '1 到 10 的整数' },
  },
  [fillRuleKinds.departCode]: { parentId: oneId },
  [fillRuleKinds.categoryCode]: { pid: oneId },
}

/** The parameters a rule was given; undefined when they are no JSON object. */
export function parametersIn(text: string | null | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!text?.trim()) return {}
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function parameterProblem(kind: string, text: string): string | undefined {
  const given = parametersIn(text)
  const known = parameters[kind]
  // Another check says that there is no such kind.
  if (!known) return undefined
  if (!given) return '应为 JSON 对象，例如 {"prefix":"DD","digits":6}'
  for (const [name, value] of Object.entries(given)) {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined
    if (!parameter) return `没有参数“${name.slice(0, 30)}”，可以填写 ${Object.keys(known).join('、')}`
    if (!parameter.fits(value)) return `参数“${name}”应为${parameter.asked}`
  }
  return undefined
}

/** How a value comes into being by itself (JeecgBoot SysFillRule). */
export const sysFillRule = defineResource({
  name: 'sysFillRule',
  label: '编码规则',
  path: '/sys/fillRule',
  title: 'ruleName',
  scope: 'platform',
  permission: 'system:fillRule',
  contract: true,
  fields: {
    ruleName: text('规则名称', { required: true, max: 100, width: 180 }),
    ruleCode: text('规则编码', { required: true, unique: true, max: 64, format: 'code', width: 180 }),
    ruleClass: choice('规则类型', fillRuleKinds, { required: true, initial: 'orderNumber' }),
    ruleParams: text('规则参数', {
      max: 500,
      width: 240,
      hint: 'JSON 对象。日期流水号可填 {"prefix":"DD","digits":6}；下级部门编码可填 {"parentId":"…"}，下级分类编码可填 {"pid":"…"}；留空用默认值',
    }),
    example: text('样例', { readOnly: true, computed: true, width: 200 }),
  },
  list: {
    columns: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams', 'example', 'createTime'],
    filters: ['ruleName', 'ruleCode', 'ruleClass'],
    card: { subtitle: 'ruleCode', badge: 'ruleClass', facts: ['example'] },
  },
  form: [{ title: '规则', fields: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams', 'example'] }],
  excel: { import: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams'] },
  check(draft) {
    const problem = draft.ruleClass && draft.ruleParams && parameterProblem(draft.ruleClass, draft.ruleParams)
    if (problem) return { ruleParams: problem }
  },
  menu: {
    group: 'system',
    icon: 'ordered-list',
    order: 76,
    url: '/isystem/fillRule',
    component: ['system/SysFillRuleList', 'system/fillRule/index'],
  },
})
