/** Every entry of the menu has a picture of its own, on both shells. */
import { expect, it } from 'vitest'
import * as desktop from '#desktop/layout/icons.tsx'
import * as mobile from '#mobile/layout/icons.tsx'
import { allResources } from '#resources/index.ts'
import { menuGroups } from '#resources/menu.ts'
import { examplePages } from '../../demo/examples.ts'
import { pages } from '../../server/seed/pages.ts'

const named = [
  ...Object.values(menuGroups),
  ...allResources().flatMap(({ menu }) => menu ?? []),
  ...Object.values(pages),
  ...examplePages,
]

it.each([
  ['desktop', desktop.hasIcon],
  ['phone', mobile.hasIcon],
])('%s: knows the icon of every group, resource and page', (_, hasIcon) => {
  const names = named.flatMap((one) => ('icon' in one && one.icon ? [one.icon] : []))
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !hasIcon(name))).toEqual([])
  // As a server of the other menu family writes them.
  expect(['ant-design:setting-outlined', 'UserOutlined'].every(hasIcon)).toBe(true)
  expect(hasIcon('no-such-picture')).toBe(false)
})
