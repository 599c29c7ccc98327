import { useQuery } from '@tanstack/react-query'
import { offValue, onValue, switchText } from '#model/kinds/switch/values.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import { api } from '../session/api.ts'
import { can } from '../session/capabilities.ts'
import { offeredOf } from '../session/dictionary.ts'
import { orNone } from '../session/emptyAnswer.ts'
import { sendOnce } from '../session/idempotency.ts'
import { forgetResource } from '../session/queries.ts'
import { removalWithConsequence, type Removal } from '../records/removal.ts'

export interface RuleDraft {
  ruleName: string
  ruleColumn: string
  ruleConditions: string
  ruleValue: string
  status: string
}
export interface DataRule extends RuleDraft {
  id: string
  permissionId: string
}

/** Raw SQL is not offered (contract.md §4.4 has it; the server refuses it). */
export const SQL_RULE = 'USE_SQL_RULES'

/** What a rule's value may name; the server fills it in for the reader. */
export const RULE_VARIABLES: Readonly<Record<string, string>> = {
  '#{sys_user_code}': '登录账号',
  '#{sys_user_name}': '登录人姓名',
  '#{sys_user_id}': '登录人编号',
  '#{sys_org_code}': '登录部门编码',
  '#{sys_org_id}': '登录部门编号',
  '#{sys_multi_org_code}': '本人全部部门编码',
  '#{sys_role_code}': '本人全部角色编码',
  '#{sys_date}': '当前日期',
  '#{sys_time}': '当前时间',
  '#{tenant_id}': '当前租户',
}

/** The resource whose rows a menu shows: our server says it in the permission code, others in the component. */
export const resourceBehind = (menu: Readonly<Record<string, unknown>>): Resource | undefined =>
  allResources().find(
    (resource) =>
      String(menu.perms ?? '')
        .split(',')
        .includes(`${resource.permission}:list`) || resource.menu?.component?.includes(String(menu.component ?? '')),
  )

/** Fields a rule may compare. */
export const ruleColumns = (resource: Resource): { value: string; text: string }[] =>
  [...Object.keys(resource.fields), ...Object.keys(SYSTEM_COLUMNS)].flatMap((name) => {
    const field = fieldOf(resource, name)
    return field && field.kind !== 'lines' && !field.computed ? [{ value: name, text: field.label }] : []
  })

/** One of what a rule's value is chosen from. */
export interface Offer {
  value: string
  text: string
}

/** Several values, joined by commas. */
export const SEVERAL_RULE = 'IN'

/** What people call the values of the field, where that can be told beforehand: rows hold the code, not the word. */
export function ownWords(resource: Resource | undefined, column: string, dicts: (code: string) => readonly Offer[]) {
  const field = resource && fieldOf(resource, column)
  if (field?.kind === 'dict') return offeredOf(field, dicts(field.dict))
  if (field?.kind !== 'switch') return []
  return [onValue(field), offValue(field)].map((value) => ({ value: String(value), text: switchText(field, value) }))
}

const variables = Object.entries(RULE_VARIABLES).map(([value, text]) => ({ value, text }))

/** `0` → 待审核（0）, `0,1` → 待审核（0），待复核（1）; what has no word stands as it is. */
export const ruleValueText = (words: readonly Offer[], value: string): string =>
  value
    .split(',')
    .map((one) => {
      const word = words.find((other) => other.value === one)
      return word ? `${word.text}（${one}）` : one
    })
    .join('，')

/** What goes on from the text typed so far: the field's own words, then variables. Of several only the last is being typed. */
export function ruleOffers(words: readonly Offer[], typed: string, condition: string | undefined): Offer[] {
  const begun = condition === SEVERAL_RULE ? typed.slice(0, typed.lastIndexOf(',') + 1) : ''
  const part = typed.slice(begun.length).trim().toLowerCase()
  const chosen = begun.split(',')
  return [...words, ...variables]
    .filter(({ value, text }) => !chosen.includes(value) && `${value} ${text}`.toLowerCase().includes(part))
    .map(({ value, text }) => ({ value: `${begun}${value}`, text: `${value} ${text}` }))
}

export const useDataRules = (permissionId: string) =>
  useQuery({
    queryKey: ['sysPermission', 'rules', permissionId],
    queryFn: () =>
      orNone(api.get<DataRule[]>('/sys/permission/getPermRuleListByPermId', { permissionId }, { quiet: true })),
  })

const draftOf = ({ ruleName, ruleColumn, ruleConditions, ruleValue, status }: RuleDraft): RuleDraft => ({
  ruleName,
  ruleColumn,
  ruleConditions,
  ruleValue,
  status: String(status),
})

/** `began` is the rule as it was when the changing began: what somebody else changed since is not overwritten. */
export async function saveDataRule(permissionId: string, rule: RuleDraft, began?: DataRule): Promise<string> {
  try {
    const { message } = began
      ? await api.envelope('PUT', '/sys/permission/editPermissionRule', {
          body: { id: began.id, permissionId, ...rule, ...(can('versions') && { lastRule: draftOf(began) }) },
          quiet: true,
        })
      : // Two of the same would both stand.
        await sendOnce({ method: 'POST', url: '/sys/permission/addPermissionRule', body: { permissionId, ...rule } })
    return message
  } finally {
    // Also after a refusal: it has probably changed under us.
    await forgetResource(resources.sysPermission)
  }
}

async function deleteDataRule(id: string): Promise<string> {
  const { message } = await api.envelope('DELETE', '/sys/permission/deletePermissionRule', {
    params: { id },
    quiet: true,
  })
  await forgetResource(resources.sysPermission)
  return message
}

export const removalOfRule = ({ id, ruleName }: DataRule): Removal =>
  removalWithConsequence(`规则“${ruleName}”`, '受它约束的角色将看到更多数据。', () => deleteDataRule(id))
