import { z } from 'zod'
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { LIST_PARAMETERS } from './filters.ts'
import { hooksOf, needRules } from './hooks.ts'

/** About as much as an address holds. */
export const LONGEST_PARAMETER = 8000
/** One parameter of a list. */
export const listText = z.string().max(LONGEST_PARAMETER, '参数过长').optional()
/** A thousand ticked records, which come in a body. */
const ticked = z.string().max(65_000, '一次最多选择 1000 条').optional()

/** Every parameter a list of this resource takes; anything else is refused by name. */
export function listSchema(resource: Resource) {
  needRules()
  const names = [...Object.keys(resource.fields), ...Object.keys(SYSTEM_COLUMNS)].filter(
    (name) => !knownField(resource, name).computed && kindOf(knownField(resource, name)).rules.length,
  )
  const filters = names.flatMap((name) => [name, `${name}_begin`, `${name}_end`, `${name}_MultiString`])
  const own = hooksOf(resource).flatMap((hook) => Object.keys(hook.filters ?? {}))
  const texts = [...LIST_PARAMETERS, ...filters, ...own].map((name) => [name, listText])
  return z.strictObject({ ...Object.fromEntries(texts), selections: ticked } as Record<string, typeof listText>)
}
