/** How what may be done with a record is called and drawn, on its page and behind its card. */
import type { Resource } from '#model/resource.ts'
import type { SwipeChoice } from './RecordCard.tsx'

export const labelOf = (resource: Resource, key: string): string => VERBS[key] ?? resource.actions[key]?.label ?? key

const VERBS: Readonly<Record<string, string>> = { edit: '编辑', delete: '删除', export: '导出' }

/** Takes something away: never where a thumb lands by itself. */
export const isDangerous = (resource: Resource, key: string): boolean =>
  key === 'delete' || Boolean(resource.actions[key]?.danger)

const MOST_OPEN = 2

/**
 * Decisions stand open; one's own, of which only a no is left, gives way to what comes next. Without any, and while none was taken, up to two of the rest that take nothing away.
 */
export function shared(
  resource: Resource,
  may: readonly string[],
  decided: boolean,
): { open: readonly string[]; hidden: readonly string[] } {
  const deciding = may.filter((key) => resource.actions[key]?.decide || resource.actions[key]?.foremost)
  const decides = decided && deciding.every((key) => isDangerous(resource, key)) ? [] : deciding
  const others = may.filter((key) => !decides.includes(key))
  const harmless = others.filter((key) => !isDangerous(resource, key))
  const open = decides.length ? decides : decided ? [] : harmless.slice(0, MOST_OPEN)
  return { open, hidden: others.filter((key) => !open.includes(key)) }
}

/** Behind a card of the list. Orange would warn of what is meant well. */
export const swipeChoices = (resource: Resource, may: readonly string[]): SwipeChoice[] =>
  may
    .filter((key) => key === 'edit' || key === 'delete' || key in resource.actions)
    .map((key) => ({
      key,
      text: labelOf(resource, key),
      color: isDangerous(resource, key) ? 'danger' : 'primary',
    }))

/** What this person may do with several records of a list at once: the same as on the desktop. */
export const batchKeys = (resource: Resource, may: (verb: string) => boolean): string[] => [
  ...Object.entries(resource.actions).flatMap(([name, { batch }]) => (batch && may(name) ? [name] : [])),
  ...(may('export') ? ['export'] : []),
  ...(may('delete') ? ['delete'] : []),
]
