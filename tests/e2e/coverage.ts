/** Which resources stand for all: together they have every kind of field and every feature a page can show. */
import { fieldOf, isLines, type Resource } from '#model/resource.ts'
import type { DictionaryItem } from '#model/choices.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { custom, type CustomScreens } from '../../src/desktop/custom/index.ts'

export type View = 'list' | 'form' | 'detail'

const own: Readonly<Record<string, CustomScreens | undefined>> = custom

/** The colours its tags may have: each is readable, or is not. */
const coloursOf = (code: string): string[] => {
  const known: Readonly<Record<string, { items: readonly DictionaryItem[] }>> = dictionaries
  return (known[code]?.items ?? []).flatMap(([, , colour]) => (colour ? [`tag in ${colour}`] : []))
}

const kindsOf = (resource: Resource, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!field) return []
    if (isLines(field)) return ['lines', ...Object.values(field.of).map(({ kind }) => `${kind} in lines`)]
    return field.kind === 'dict' ? [field.kind, ...coloursOf(field.dict)] : [field.kind]
  })

const named = (features: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(features).filter((name) => features[name])

/** Everything that makes this page of a resource unlike that of another. */
const featuresOf: Record<View, (resource: Resource) => readonly string[]> = {
  list: (resource) => [
    ...kindsOf(resource, resource.list.columns),
    ...kindsOf(resource, resource.list.filters).map((kind) => `search by ${kind}`),
    ...resource.verbs,
    ...named({
      tree: resource.tree,
      order: resource.list.order,
      totals: resource.list.totals.length,
      tabs: resource.list.groups,
      decisions: resource.approval,
      batch: Object.values(resource.actions).some(({ batch }) => batch),
      actions: Object.keys(resource.actions).length,
    }),
    ...(own[resource.name]?.list ? [`the own list of ${resource.name}`] : []),
  ],
  form: (resource) => [
    ...kindsOf(
      resource,
      resource.form.flatMap(({ fields }) => fields),
    ),
    ...named({ sections: resource.form.length > 1, 'only changed': !resource.verbs.includes('add') }),
    ...(own[resource.name]?.form ? [`the own form of ${resource.name}`] : []),
  ],
  detail: (resource) => [
    ...kindsOf(resource, Object.keys(resource.fields)),
    ...named({ decisions: resource.approval, actions: Object.keys(resource.actions).length, tree: resource.tree }),
    ...(own[resource.name]?.detail ? [`the own page of ${resource.name}`] : []),
  ],
}

export const hasForm = ({ verbs }: Resource): boolean => verbs.includes('add') || verbs.includes('edit')

/** Greedy: the resource that adds most, until none adds anything. */
export function coverOf(view: View, resources: readonly Resource[]): ReadonlySet<Resource> {
  const missing = new Set(resources.flatMap(featuresOf[view]))
  const chosen = new Set<Resource>()
  const added = (resource: Resource) =>
    new Set(featuresOf[view](resource).filter((feature) => missing.has(feature))).size
  while (missing.size) {
    const best = resources.reduce((one, other) => (added(other) > added(one) ? other : one))
    chosen.add(best)
    for (const feature of featuresOf[view](best)) missing.delete(feature)
  }
  return chosen
}
