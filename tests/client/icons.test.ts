/** Every entry of the menu has a picture of its own. */
import { expect, it } from 'vitest'
import { hasIcon } from '#desktop/layout/icons.tsx'
import { allResources } from '#resources/index.ts'
import { menuGroups } from '#resources/menu.ts'
import { pages } from '../../server/db/seed/pages.ts'

it('knows the icon of every group, resource and page', () => {
  const named = [
    ...Object.values(menuGroups),
    ...allResources().flatMap(({ menu }) => menu ?? []),
    ...Object.values(pages),
  ]
  const names = named.flatMap((one) => ('icon' in one && one.icon ? [one.icon] : []))
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !hasIcon(name))).toEqual([])
})
