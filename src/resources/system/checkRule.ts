import { lines, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** The slice that is the whole value. */
export const WHOLE = '*'
const DIGITS = /^(\*|[1-9]\d?)$/

/** How a value must be built (JeecgBoot SysCheckRule): slices from left to right, each with its pattern. */
export const sysCheckRule = defineResource({
  name: 'sysCheckRule',
  label: '校验规则',
  path: '/sys/checkRule',
  title: 'ruleName',
  scope: 'platform',
  permission: 'system:checkRule',
  contract: true,
  verbs: ['add', 'edit', 'delete', 'export'],
  fields: {
    ruleName: text('规则名称', { required: true, max: 100, width: 180 }),
    ruleCode: text('规则编码', { required: true, unique: true, max: 64, format: 'code', width: 160 }),
    ruleDescription: text('说明', { max: 255, width: 260 }),
    slices: lines(
      '分段',
      {
        digits: text('位数', { required: true, max: 2, width: 90 }),
        pattern: text('正则表达式', { required: true, max: 200, width: 260 }),
        message: text('不符合时提示', { required: true, max: 100, width: 260 }),
      },
      { hint: '从左到右逐段校验：位数填 1 到 99 表示依次取几位，填 * 表示整个值；每段须完全符合正则表达式' },
    ),
  },
  list: {
    columns: ['ruleName', 'ruleCode', 'ruleDescription', 'createTime'],
    filters: ['ruleName', 'ruleCode'],
    card: { subtitle: 'ruleCode', facts: ['ruleDescription'] },
  },
  form: [{ title: '规则', fields: ['ruleName', 'ruleCode', 'ruleDescription', 'slices'] }],
  check(draft) {
    const odd = (draft.slices ?? []).findIndex(({ digits }) => digits && !DIGITS.test(digits))
    if (odd >= 0) return { [`slices.${odd}.digits`]: '应为 1 到 99 的整数，或 * 表示整个值' }
  },
  menu: {
    group: 'system',
    icon: 'safety',
    order: 77,
    url: '/isystem/checkRule',
    component: ['system/SysCheckRuleList', 'system/checkRule/index'],
  },
})
