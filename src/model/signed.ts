import type { Field } from './fields.ts'
import { fieldOf, type Resource } from './resource.ts'

/** One sum under a list. */
export interface Total {
  /** Its name in the answer. */
  key: string
  label: string
  name: string
  field: Field
  /** Only of rows whose field has this value. */
  only?: { field: string; value: string }
  /** Never of those whose field has this one. */
  without?: { field: string; value: string }
}

/** What is added up under a list: amounts of different directions each by themselves, for together they mean nothing. */
export const totalsOf = (resource: Resource): readonly Total[] =>
  resource.list.totals.flatMap((name): Total[] => {
    const field = fieldOf(resource, name)!
    const { signBy } = field.kind === 'money' ? field : {}
    const { totalsWithout: without } = resource.list
    const said = without ? `合计（不含${without.word}）` : '合计'
    if (!signBy) return [{ key: name, label: `${field.label}${said}`, name, field, ...(without && { without }) }]
    return Object.entries(signBy.signs).map(([value, { word }]) => ({
      key: `${name}_${value}`,
      label: `${word}${said}`,
      name,
      field,
      only: { field: signBy.field, value },
      ...(without && { without }),
    }))
  })
