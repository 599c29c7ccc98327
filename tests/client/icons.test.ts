/** Every entry of the menu has a picture of its own, on both shells: one style, and no two names with the same. */
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { findIcons } from '#headless/forms/icons/iconWords.ts'
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
const all = findIcons('').map(({ name }) => name)

/** What is drawn, without what it is called. */
const drawing = (Icon: ComponentType<{ name: string }>, name: string): string =>
  renderToStaticMarkup(createElement(Icon, { name })).replace(/ (id|class|aria-label|data-icon)="[^"]*"/g, '')

describe.each([
  ['desktop', desktop],
  ['phone', mobile],
])('%s', (_, { hasIcon, MenuIcon }) => {
  it('knows the icon of every group, resource and page', () => {
    const names = named.flatMap((one) => ('icon' in one && one.icon ? [one.icon] : []))
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !hasIcon(name))).toEqual([])
    // As a server of the other menu family writes them.
    expect(['ant-design:setting-outlined', 'UserOutlined'].every(hasIcon)).toBe(true)
    expect(['no-such-picture', 'constructor', ''].some(hasIcon)).toBe(false)
  })

  it('draws no two alike', () => {
    const namesOf = new Map<string, string[]>()
    for (const name of all) {
      const drawn = drawing(MenuIcon, name)
      expect(drawn).toContain('<path')
      namesOf.set(drawn, [...(namesOf.get(drawn) ?? []), name])
    }
    expect(all.length).toBeGreaterThan(60)
    expect([...namesOf.values()].filter(({ length }) => length > 1)).toEqual([])
  })

  it('draws outlines only', () => {
    const filled = all.filter((name) =>
      / (id|data-icon)="[^"]*Fill(ed)?\b/.test(renderToStaticMarkup(createElement(MenuIcon, { name }))),
    )
    expect(filled).toEqual([])
  })
})

it('is found by a part of its name and by a Chinese word', () => {
  const found = (word: string) => findIcons(word).map(({ name }) => name)
  expect(found('齿轮')).toEqual(['setting'])
  expect(found(' CART ')).toEqual(['shopping-cart'])
  expect(found('没有这样的词')).toEqual([])
})
