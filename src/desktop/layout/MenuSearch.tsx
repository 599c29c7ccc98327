import { SearchOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAccess } from '#headless/session/access.ts'
import type { MenuRoute } from '#headless/session/menu.ts'
import { useFits } from '#headless/lists/pinyin.ts'
import { useHost } from '../HostContext.ts'

const offered = ({ hidden, screen, path }: MenuRoute) => !hidden && screen.kind !== 'layout' && !path.includes(':')

/** Goes to a page by its name. */
export function MenuSearch() {
  const routes = useAccess((state) => state.routes)
  const navigate = useNavigate()
  const host = useHost()
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const fits = useFits(typed)
  const options = useMemo(
    () =>
      routes.filter(offered).map((route) => ({
        value: route.path,
        label: [...route.trail.map(({ title }) => title), route.title].join(' / '),
      })),
    [routes],
  )
  return (
    <Select
      className="menu-search"
      aria-label="搜索菜单"
      placeholder="搜索菜单"
      prefix={<SearchOutlined />}
      suffixIcon={null}
      showSearch={{ onSearch: setTyped, filterOption: (input, option) => fits(option?.label ?? '', input) }}
      value={chosen}
      options={options}
      popupMatchSelectWidth={320}
      notFoundContent="没有这个菜单"
      onChange={(path: string) => {
        setChosen(null)
        const external = routes.find((route) => route.path === path)?.external
        if (external) host.openLink(external)
        else void navigate(path)
      }}
    />
  )
}
