/**
 * Parts of antd that other parts of it bring to every page although few people ever see them there. Ours, which load them
 * when they are wanted, take their places in what is built; everybody else still gets antd's own.
 */
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PLACES: readonly [by: string, asked: string, ours: string][] = [
  ['antd/es/table/hooks/useFilter/index.js', './FilterDropdown', 'FilterDropdown.tsx'],
  ['antd/es/table/hooks/useSelection.js', '../../radio', 'Radio.tsx'],
  ['antd/es/table/hooks/useSelection.js', '@rc-component/tree', 'treeKeys.ts'],
  ['antd/es/dropdown/dropdown.js', '../menu', 'Menu.tsx'],
  ['antd/es/app/App.js', '../message/useMessage', 'useMessage.tsx'],
  ['antd/es/app/App.js', '../modal/useModal', 'useModal.tsx'],
  ['antd/es/app/App.js', '../notification/useNotification', 'useNotification.tsx'],
]

/** What the kit says where nobody chose a language; the product has one. */
const ENGLISH = /(\/node_modules\/antd\/es\/locale\/)en_US$/

/** Fails the build when antd no longer has one of these places. */
export function kitLater(): Plugin {
  const taken = new Set<string>()
  return {
    name: 'voltdesk-kit-later',
    apply: 'build',
    enforce: 'pre',
    resolveId(asked, importer) {
      const whole = importer && resolve(dirname(importer), asked).replaceAll('\\', '/')
      if (whole && ENGLISH.test(whole)) return whole.replace(ENGLISH, '$1zh_CN.js')
      const place = PLACES.find(
        ([by, name]) => name === asked && importer?.replaceAll('\\', '/').endsWith(`/node_modules/${by}`),
      )
      if (!place) return null
      taken.add(place[2])
      return fileURLToPath(new URL(`../../src/desktop/kit/${place[2]}`, import.meta.url))
    },
    buildEnd(failed) {
      const missed = PLACES.filter(([, , ours]) => !taken.has(ours))
      if (!failed && missed.length) this.error(`antd has no such place any more: ${missed.join('; ')}`)
    },
  }
}
