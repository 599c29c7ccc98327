import { z } from 'zod'
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import { knownField, type Resource } from '#model/resource.ts'
import { LIST_PARAMETERS } from './filters.ts'
import { hooksOf, needRules } from './hooks.ts'

/** One parameter of a list. */
export const listText = z.string().max(8000, '参数过长').optional()

/** Every parameter a list of this resource takes; anything else is refused by name. */
export function listSchema(resource: Resource) {
  needRules()
  const names = [...Object.keys(resource.fields), ...Object.keys(SYSTEM_COLUMNS)].filter(
    (name) => !knownField(resource, name).computed && kindOf(knownField(resource, name)).rules.length,
  )
  const filters = names.flatMap((name) => [name, `${name}_begin`, `${name}_end`, `${name}_MultiString`])
  const own = hooksOf(resource).flatMap((hook) => Object.keys(hook.filters ?? {}))
  return z.strictObject(Object.fromEntries([...LIST_PARAMETERS, ...filters, ...own].map((name) => [name, listText])))
}
