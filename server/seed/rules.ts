/** The rules for codes an installation starts with (contract.md §13.2). */
import { resources } from '#resources/index.ts'
import { fillRuleKinds } from '#resources/system/fillRule.ts'
import { insertMany } from '../db/bulk.ts'
import { lineTableOf, tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'
import type { Part } from './part.ts'
import { seedId } from './seed-id.ts'

const fillRules = {
  shop_order_num: {
    ruleName: '商城订单流水号',
    ruleClass: fillRuleKinds.orderNumber,
    ruleParams: '{"prefix":"CN","digits":6}',
  },
  org_num_role: { ruleName: '机构编码', ruleClass: fillRuleKinds.departCode, ruleParams: null },
  category_code_rule: { ruleName: '分类字典编码', ruleClass: fillRuleKinds.categoryCode, ruleParams: null },
} as const

const checkRules = {
  common: {
    ruleName: '通用编码规则',
    ruleDescription: '首位为字母，只含字母、数字和下划线，3 到 12 位',
    slices: [
      { digits: '1', pattern: '[A-Za-z]', message: '第一位只能是字母' },
      { digits: '*', pattern: '[0-9A-Za-z_]*', message: '只能填写数字、大小写字母、下划线' },
      { digits: '*', pattern: '.{3,}', message: '最少输入3位数' },
      { digits: '*', pattern: '.{3,12}', message: '最多输入12位数' },
    ],
  },
} as const

const fillKey = (code: string) => `fill:${code}`
const checkKey = (code: string) => `check:${code}`

export const rulesPart: Part = {
  name: 'rules',
  declared: Object.fromEntries(
    [...Object.keys(fillRules).map(fillKey), ...Object.keys(checkRules).map(checkKey)].map((key) => [key, '']),
  ),
}

export async function seedRules(tx: Tx, isNew: (key: string) => boolean): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.sysFillRule),
    Object.entries(fillRules)
      .filter(([code]) => isNew(fillKey(code)))
      .map(([ruleCode, rule]) => ({ id: seedId('fillRule', ruleCode), ruleCode, ...rule, createBy: 'system' })),
  )
  const checks = Object.entries(checkRules).filter(([code]) => isNew(checkKey(code)))
  await insertMany(
    tx,
    tableOf(resources.sysCheckRule),
    checks.map(([ruleCode, { slices: _, ...rule }]) => ({
      id: seedId('checkRule', ruleCode),
      ruleCode,
      ...rule,
      createBy: 'system',
    })),
  )
  await insertMany(
    tx,
    lineTableOf(resources.sysCheckRule, 'slices'),
    checks.flatMap(([code, { slices }]) =>
      slices.map((slice, orderNum) => ({
        id: seedId('checkRule', code, orderNum),
        mainId: seedId('checkRule', code),
        orderNum,
        ...slice,
      })),
    ),
  )
}
