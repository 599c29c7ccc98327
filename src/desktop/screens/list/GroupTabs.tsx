import { Tabs } from 'antd'
import { useGroups } from '#headless/lists/groups.ts'
import type { ListControls } from '#headless/lists/useList.ts'
import type { Resource } from '#model/resource.ts'

interface Props {
  resource: Resource
  list: Pick<ListControls, 'query' | 'setFilters'>
}

/** One tab for all records and one for each group of them. */
export default function GroupTabs({ resource, list }: Props) {
  const groups = useGroups(resource, list)
  if (!groups) return null
  return (
    <nav aria-label={groups.label}>
      <Tabs
        size="small"
        activeKey={groups.chosen}
        items={groups.items.map(({ value, text }) => ({ key: value, label: text }))}
        onChange={groups.choose}
      />
    </nav>
  )
}
