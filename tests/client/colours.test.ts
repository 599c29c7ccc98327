/** T02: each of the eight colours is read on both themes, whatever lies below or above it. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, shadesOf } from '#headless/session/colours.ts'
import { DEFAULT_SETTINGS, PRIMARY_COLOURS } from '#headless/session/settings.ts'

const phone = readFileSync(new URL('../../src/mobile/mobile.css', import.meta.url), 'utf8')
/** WCAG AA, of words in ordinary size. */
const AA = 4.5

/** What words stand on, as the phone's style sheet says it. */
function grounds(theme: 'light' | 'dark'): string[] {
  const block = (theme === 'dark' ? /html\[data-prefers[^{]*\{([^}]*)\}/ : /:root \{([^}]*)\}/).exec(phone)![1]!
  const found = ['--vd-ground', '--vd-card', '--adm-color-box'].flatMap(
    (name) => new RegExp(`${name}: (#[0-9a-f]{3,6});`).exec(block)?.[1] ?? [],
  )
  expect(found.length).toBeGreaterThan(1)
  return found.map((hex) => (hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex))
}

it('are eight, and the first is the default', () => {
  expect(PRIMARY_COLOURS).toHaveLength(8)
  expect(PRIMARY_COLOURS[0].value).toBe('#1890FF')
  expect(DEFAULT_SETTINGS.colour).toBe('#1890FF')
})

it('measures contrast as WCAG does', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  // The example of the WCAG's own explanation.
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  it.each(PRIMARY_COLOURS)('$name is read', ({ value }) => {
    const { words, soft, fill } = shadesOf(value, theme)
    for (const ground of [soft, ...grounds(theme)])
      expect([ground, contrast(words, ground)]).toEqual([ground, expect.toSatisfy((found: number) => found >= AA)])
    expect(contrast('#ffffff', fill)).toBeGreaterThanOrEqual(AA)
  })
})
