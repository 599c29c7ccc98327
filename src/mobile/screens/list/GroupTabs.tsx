import { useGroups } from '#headless/lists/groups.ts'
import type { ListControls } from '#headless/lists/useList.ts'
import type { Resource } from '#model/resource.ts'
import './list.css'

interface Props {
  resource: Resource
  list: Pick<ListControls, 'query' | 'setFilters'>
}

/** One word for all records and one for each group of them; further ones are swiped in. */
export function GroupTabs({ resource, list }: Props) {
  const groups = useGroups(resource, list)
  if (!groups) return null
  return (
    <div className="vd-groups" role="group" aria-label={groups.label}>
      {groups.items.map(({ value, text }) => (
        <button key={value} type="button" aria-pressed={value === groups.chosen} onClick={() => groups.choose(value)}>
          {text}
        </button>
      ))}
    </div>
  )
}
