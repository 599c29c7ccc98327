import { expect, it } from 'vitest'
import { emptyList } from '#headless/lists/emptyList.ts'
import { allResources } from '#resources/index.ts'

const listed = allResources().filter(({ menu }) => menu && !menu.hidden)

it.each(listed)('$label: an empty list says what to do, or where its records come from', (resource) => {
  const adds = resource.verbs.includes('add')
  expect(emptyList(resource, adds)).toMatch(adds ? /^还没有.+，请先新增$/ : /^还没有.+，.*列在这里$/)
})
