import { allResources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { reportUrl } from '#resources/system/onlineReport.ts'
import { examplePages } from '../../demo/examples.ts'
import { INCOME_REPORT } from '../../demo/reports.ts'
import { pages } from '../../server/seed/pages.ts'
import { DESKTOP, calling, expect, test } from './browser.ts'
import { screensAt } from './screens.ts'

test('the menu of the administrator is what these tests go through', async () => {
  const { result } = await calling('admin').get('/sys/permission/getUserPermissionByToken')
  interface Sent {
    path: string
    hidden?: boolean
    children?: Sent[]
  }
  const leaves = (items: Sent[]): string[] =>
    items
      .filter(({ hidden }) => !hidden)
      .flatMap(({ path, children }) => (children?.length ? leaves(children) : [path]))
  expect(leaves(result.menu as Sent[]).sort()).toEqual(
    [
      ...allResources()
        .filter(({ menu }) => menu && !menu.hidden)
        .map(menuUrl),
      ...[...Object.values(pages), ...examplePages].map(({ url }) => url),
      reportUrl(INCOME_REPORT),
    ].sort(),
  )
})

screensAt(DESKTOP)
