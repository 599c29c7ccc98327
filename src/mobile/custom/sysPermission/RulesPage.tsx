import { Button, List } from 'antd-mobile'
import {
  ownWords,
  removalOfRule,
  resourceBehind,
  RULE_VARIABLES,
  ruleColumns,
  ruleValueText,
  saveDataRule,
  SEVERAL_RULE,
  SQL_RULE,
  useDataRules,
  type DataRule,
  type Offer,
  type RuleDraft,
} from '#headless/forms/dataRules.ts'
import { say } from '#headless/connection/notices.ts'
import { useShown } from '#headless/records/useShown.ts'
import { useDicts } from '#headless/session/dictionary.ts'
import { useMay } from '#headless/session/access.ts'
import { dict, text, type Field } from '#model/fields.ts'
import { fieldOf } from '#model/resource.ts'
import { askInput, choose } from '../../layout/ask.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import type { ToolProps } from '../tools.ts'
import '../../screens/apps/apps.css'
import '../../screens/detail/detail.css'

const VALID = '1'
const INVALID = '0'
const variables = Object.entries(RULE_VARIABLES)
  .map(([value, meaning]) => `${value} ${meaning}`)
  .join('、')
const asked = { ruleName: text('规则名称', { required: true, max: 255 }) }
/** Chosen by its word where there are any: rows hold the code. A rule with a variable keeps it. */
function askedValue(field: Field | undefined, words: readonly Offer[], condition: string, value: string) {
  const several = condition === SEVERAL_RULE
  if (field?.kind === 'dict' && !value.includes('#{'))
    return dict('规则值', field.dict, { required: true, multiple: several, ...(field.only && { only: field.only }) })
  const own = words.map((word) => `${word.value} ${word.text}`)
  return text('规则值', {
    required: true,
    max: 255,
    hint: `可以填写固定的值${own.length ? `（${own.join('、')}）` : ''}或变量：${variables}`,
  })
}
const askedColumn = { ruleColumn: text('规则字段', { required: true, max: 255 }) }

/** The data rules of a menu. Which role they bind is said under 角色授权. */
export default function RulesPage({ row, title }: ToolProps) {
  const may = useMay()
  const shown = useShown()
  const dicts = useDicts()
  const { data, error, refetch } = useDataRules(row.id)
  const resource = resourceBehind(row)
  const conditions = dicts('rule_conditions').filter(({ value }) => value !== SQL_RULE)
  const condition = (value: string) => conditions.find((item) => item.value === value)?.text ?? value
  const column = (name: string) => (resource && fieldOf(resource, name)?.label) ?? name

  async function write(rule?: DataRule) {
    const ruleColumn =
      resource &&
      (await choose({
        title: '规则字段',
        choices: ruleColumns(resource).map(({ value, text: label }) => ({
          key: value,
          text: value === rule?.ruleColumn ? `${label}（当前）` : label,
        })),
      }))
    if (ruleColumn === null) return
    const ruleConditions = await choose({
      title: '条件规则',
      choices: conditions.map(({ value, text: label }) => ({
        key: value,
        text: value === rule?.ruleConditions ? `${label}（当前）` : label,
      })),
    })
    if (ruleConditions === null) return
    const name = ruleColumn ?? rule?.ruleColumn ?? ''
    const field = resource && fieldOf(resource, name)
    // A value of another field says nothing of this one.
    const value = name === rule?.ruleColumn ? rule.ruleValue : ''
    const ruleValue = askedValue(field, ownWords(resource, name, dicts), ruleConditions, value)
    const begun = rule && { ...rule, ruleValue: value }
    let typed: Record<string, unknown> = {}
    // Asked again only above the menu it is about.
    while (shown.current) {
      const answers = await askInput({
        title: rule ? '编辑数据规则' : '新增数据规则',
        yes: '保存',
        danger: false,
        fields: { ...(!resource && askedColumn), ...asked, ruleValue },
        row: begun,
        typed,
      })
      if (!answers) return
      const draft = { status: rule?.status ?? VALID, ...answers, ...(ruleColumn && { ruleColumn }), ruleConditions }
      try {
        return say('success', await saveDataRule(row.id, draft as RuleDraft, rule))
      } catch (refusal) {
        say('error', wordsOf(refusal))
        typed = answers
      }
    }
  }
  async function turn(began: DataRule) {
    try {
      const { id: _, permissionId: __, ...rule } = began
      const status = rule.status === VALID ? INVALID : VALID
      say('success', await saveDataRule(row.id, { ...rule, status }, began))
    } catch (refusal) {
      say('error', wordsOf(refusal))
    }
  }
  async function about(rule: DataRule) {
    const choices = [
      ...(may('system:permission:editRule')
        ? [
            { key: 'edit', text: '编辑' },
            { key: 'turn', text: rule.status === VALID ? '停用' : '启用' },
          ]
        : []),
      ...(may('system:permission:deleteRule') ? [{ key: 'delete', text: '删除', danger: true }] : []),
    ]
    const key = await choose({ title: rule.ruleName, choices })
    if (key === 'edit') await write(rule)
    if (key === 'turn') await turn(rule)
    if (key === 'delete') await askRemoval(removalOfRule(rule))
  }
  const acts = may('system:permission:editRule') || may('system:permission:deleteRule')
  return (
    <Page
      title={`${title}：${String(row.name ?? '')}`}
      footer={
        may('system:permission:addRule') && (
          <div className="vd-buttons">
            <Button block size="large" color="primary" onClick={() => void write()}>
              新增规则
            </Button>
          </div>
        )
      }
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Blocks count={3} />
      ) : data.length ? (
        <List mode="card">
          {data.map((rule) => (
            <List.Item
              key={rule.id}
              description={`${column(rule.ruleColumn)} ${condition(rule.ruleConditions)} ${ruleValueText(ownWords(resource, rule.ruleColumn, dicts), rule.ruleValue)}`}
              extra={rule.status === VALID ? '' : '已停用'}
              arrowIcon={acts}
              {...(acts && { onClick: () => void about(rule) })}
            >
              {rule.ruleName}
            </List.Item>
          ))}
        </List>
      ) : (
        <Nothing>还没有数据规则</Nothing>
      )}
    </Page>
  )
}
