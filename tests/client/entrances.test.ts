/** What an entrance must not need ends the build, and the way to it is named. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Graph } from '../../scripts/vite/graph.ts'
import { circleOf, forbiddenWays, strayFiles } from '../../scripts/vite/page-files.ts'

const at = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))
const importing = (edges: Readonly<Record<string, readonly string[]>>): Graph => {
  const known = new Map(Object.entries(edges).map(([from, to]) => [at(from), to.map(at)]))
  return { getModuleInfo: (id) => ({ importedIds: known.get(id) ?? [], code: null }) }
}

test('an entrance that needs nothing it must not need is built', () => {
  expect(forbiddenWays(importing({ 'mobile/Linked.tsx': ['resources/catalogue.ts'] }))).toEqual([])
})

test('the table of contents below the decision is refused, with the way to it', () => {
  const graph = importing({
    'mobile/Linked.tsx': ['mobile/fields/base/RecordCell.tsx'],
    'mobile/fields/base/RecordCell.tsx': ['headless/records/recordPath.ts'],
    'headless/records/recordPath.ts': ['resources/index.ts'],
  })
  expect(forbiddenWays(graph)).toEqual([
    [
      'mobile record must not need resources/index.ts:',
      'src/mobile/Linked.tsx',
      '  → src/mobile/fields/base/RecordCell.tsx',
      '  → src/headless/records/recordPath.ts',
      '  → src/resources/index.ts',
    ].join('\n'),
  ])
})

test('a kit is refused wherever it comes in; its styles are not', () => {
  const kit = (file: string) => importing({ 'mobile/index.tsx': [`../node_modules/antd/es/button/${file}`] })
  expect(forbiddenWays(kit('style.css'))).toEqual([])
  expect(new Set(forbiddenWays(kit('Button.js')).map((one) => one.split(' must')[0]))).toEqual(
    new Set(['every', 'login', 'record', 'inside', 'home', 'list', 'figures'].map((entrance) => `mobile ${entrance}`)),
  )
})

test('files that need each other are named in a circle; two ways to one file are none', () => {
  const needs = (of: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(of))
  expect(circleOf(needs({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeUndefined()
  expect(circleOf(needs({ start: ['a'], a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a', 'b', 'c', 'a'])
})

test('what both shells load stands in no file with the code of one of them', () => {
  const popups = 'headless/connection/popups.ts'
  const graph = importing({ 'main.tsx': [popups], 'mobile/index.tsx': ['mobile/layout/back.ts'] })
  const chunk = (fileName: string, modules: readonly string[], imports: readonly string[] = []) => ({
    fileName,
    imports,
    moduleIds: modules.map(at),
  })
  const phone = chunk('mobile.js', ['mobile/layout/back.ts'])
  expect(strayFiles(graph, [chunk('start.js', ['main.tsx', popups]), phone])).toEqual([])
  const stray = 'mobile.js: desktop loads src/headless/connection/popups.ts, and src/mobile/layout/back.ts with it'
  expect(strayFiles(graph, [chunk('mobile.js', ['mobile/layout/back.ts', popups])])).toEqual([stray])
  const beside = strayFiles(graph, [chunk('start.js', [popups], ['mobile.js']), phone])
  expect(beside).toEqual(['mobile.js: desktop loads mobile.js, and src/mobile/layout/back.ts with it'])
})
