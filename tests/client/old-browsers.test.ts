/**
 * The promised browsers (chrome87, safari14: what old DingTalk and WeCom bring along) read every style sheet, as the
 * build writes it. For scripts the linter keeps watch (`eslint.config.js`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import DoIUse from 'doiuse'
import { browserslistToTargets, transform } from 'lightningcss'
import postcss, { type ChildNode } from 'postcss'
import { expect, test } from 'vitest'

const BROWSERS = ['chrome 87', 'safari 14']
const root = fileURLToPath(new URL('../../src', import.meta.url))
const sheets = readdirSync(root, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.css'))

/** What an older browser leaves out, and the page stays readable and usable without. */
const SPARED = new Set([
  // Safari below 14.1 sets flex children side by side without a gap.
  'flexbox-gap',
  'css-touch-action',
  'css-focus-visible',
  'css-overscroll-behavior',
  'css-overflow-anchor',
  'css-containment',
  'text-size-adjust',
  // Takes every `:not(` for one with a list; lists are written out by the build.
  'css-not-sel-list',
])

/** Not in the tables of caniuse, or right beside what older browsers read. */
const NEWER = /\d[dls]v[hw]\b|color-mix\(|oklch\(|light-dark\(/
const hasElder = (node: ChildNode): boolean => {
  const isElder = (other: ChildNode) =>
    other.type === 'decl' && node.type === 'decl' && other.prop === node.prop && !NEWER.test(other.value)
  const { parent } = node
  return Boolean(parent?.nodes?.slice(0, parent.index(node)).some(isElder))
}

async function unreadable(path: string, source: string): Promise<string[]> {
  const { code } = transform({
    filename: path,
    code: Buffer.from(source),
    targets: browserslistToTargets(BROWSERS),
  })
  const found: string[] = []
  const say = (node: ChildNode, why: string) => found.push(`${path}: ${node.toString().slice(0, 80)} (${why})`)
  const known = new DoIUse({
    browsers: BROWSERS,
    onFeatureUsage: ({ feature, featureData, usage }) => {
      if (!featureData.missing || SPARED.has(feature)) return
      if (feature !== 'viewport-unit-variants') say(usage, feature)
    },
  })
  const { root: tree } = await postcss([known]).process(code.toString(), { from: path })
  tree.walkDecls((node) => {
    if (NEWER.test(node.value) && !hasElder(node)) say(node, 'nothing before it that older browsers read')
    // The build writes it out as four, but where a variable is in it.
    if (node.prop === 'inset') say(node, 'inset')
  })
  return found
}

test('every style sheet is read by the oldest promised browsers', async () => {
  expect(sheets.length).toBeGreaterThan(30)
  const found = await Promise.all(sheets.map((path) => unreadable(path, readFileSync(join(root, path), 'utf8'))))
  expect(found.flat()).toEqual([])
})

test.each([
  ['body:has(.a) { top: 0 }', 'css-has'],
  ['.a { height: 100dvh }', 'nothing before it'],
  ['.a { outline: 2px solid color-mix(in srgb, var(--b) 25%, red) }', 'nothing before it'],
  // Of a property that is no shorthand the build takes the elder one away.
  ['.a { color: red; color: color-mix(in srgb, var(--b) 25%, red) }', 'nothing before it'],
  ['.a { inset: 0 auto 0 var(--left) }', 'inset'],
])('%s is noticed', async (source, why) => {
  expect(await unreadable('a.css', source)).toEqual([expect.stringContaining(why)])
})

test.each([
  '.a { height: 100vh; height: 100dvh }',
  '.a { inset: 0 }',
  '.a :is(b, i) { top: 0 }',
  '.a { outline: 2px solid var(--b); outline: 2px solid color-mix(in srgb, var(--b) 25%, red) }',
])('%s is read', async (source) => expect(await unreadable('a.css', source)).toEqual([]))
