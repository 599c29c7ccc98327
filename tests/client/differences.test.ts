import { expect, test } from 'vitest'
import { chosenValue, differencesIn, type Side, type Versions } from '#headless/forms/differences.ts'
import { resources } from '#resources/index.ts'

const { packageGroup } = resources
const step = (id: string, fromMinutes: number, price: string) => ({ id, fromMinutes, toMinutes: null, price })
const [first, second, third] = [step('1', 0, '1.00'), step('2', 60, '2.00'), step('3', 120, '3.00')]
const original = { steps: [first, second, third] }
const rows = (...steps: unknown[]) => ({ steps })
const found = (versions: Versions) =>
  differencesIn(packageGroup, ['steps'], versions).map(({ key, names, chosen }) => [key, names, chosen])
const after = (versions: Versions, choices: Record<string, Side> = {}) =>
  chosenValue(
    packageGroup,
    'steps',
    differencesIn(packageGroup, ['steps'], versions).map((one) => {
      const chosen = choices[one.key] ?? one.chosen
      return chosen ? { ...one, chosen } : one
    }),
    versions,
  )

test('rows that only one has added or taken away are chosen already, both ways', () => {
  const added = step('new:1', 180, '4.00')
  const theirs = step('9', 240, '5.00')
  const versions = { original, mine: rows(first, second, added), theirs: rows(first, third, theirs) }
  expect(found(versions)).toEqual([
    ['steps/2', ['fromMinutes', 'price'], 'theirs'],
    ['steps/new:1', ['fromMinutes', 'price'], 'mine'],
    ['steps/3', ['fromMinutes', 'price'], 'mine'],
    ['steps/9', ['fromMinutes', 'price'], 'theirs'],
  ])
  expect(after(versions)).toEqual([first, added, theirs])
  // Each of them may be chosen otherwise; a row of the other stands where it stood.
  const other = { 'steps/2': 'mine', 'steps/new:1': 'theirs', 'steps/3': 'theirs', 'steps/9': 'mine' } as const
  expect(after(versions, other)).toEqual([first, third, second])
})

test('a row that both have changed is asked about, with what differs in it', () => {
  const versions = {
    original,
    mine: rows(first, { ...second, price: '2.50' }, { ...third, price: '3.50' }),
    theirs: rows({ ...first, price: '1.10' }, { ...second, price: '2.20', toMinutes: 120 }, third),
  }
  expect(found(versions)).toEqual([
    ['steps/1', ['price'], 'theirs'],
    ['steps/2', ['toMinutes', 'price'], undefined],
    ['steps/3', ['price'], 'mine'],
  ])
  const [one, , three] = [versions.theirs.steps[0], undefined, versions.mine.steps[2]]
  expect(after(versions, { 'steps/2': 'mine' })).toEqual([one, versions.mine.steps[1], three])
  expect(after(versions, { 'steps/2': 'theirs' })).toEqual([one, versions.theirs.steps[1], three])
})

test('a row that one has changed and the other has deleted is asked about', () => {
  const mine = { ...second, price: '9.00' }
  const versions = { original, mine: rows(first, mine, third), theirs: rows(first, third) }
  expect(found(versions)).toEqual([['steps/2', ['fromMinutes', 'price'], undefined]])
  expect(after(versions, { 'steps/2': 'mine' })).toEqual([first, mine, third])
  expect(after(versions, { 'steps/2': 'theirs' })).toEqual([first, third])
  const turned = { original, mine: versions.theirs, theirs: versions.mine }
  expect(found(turned)).toEqual([['steps/2', ['fromMinutes', 'price'], undefined]])
  expect(after(turned, { 'steps/2': 'theirs' })).toEqual([first, mine, third])
})

test('without knowing how it began only what was added here is chosen', () => {
  const added = step('new:1', 180, '4.00')
  const versions = { mine: rows(first, added), theirs: rows({ ...first, price: '1.10' }, second) }
  expect(found(versions)).toEqual([
    ['steps/1', ['price'], undefined],
    ['steps/new:1', ['fromMinutes', 'price'], 'mine'],
    ['steps/2', ['fromMinutes', 'price'], undefined],
  ])
})

test('the same row added by both is one row, as the server knows it', () => {
  const versions = { original, mine: rows(first, step('new:1', 60, '2.00')), theirs: rows(first, second) }
  expect(found({ ...versions, original: rows(first) })).toEqual([])
  expect(after({ ...versions, original: rows(first) })).toEqual([first, second])
})

test('when only the order differs, whose order is asked', () => {
  const versions = { original, mine: rows(second, first, third), theirs: rows(first, third, second) }
  expect(found(versions)).toEqual([['steps', [], undefined]])
  expect(after(versions, { steps: 'mine' })).toEqual(versions.mine.steps)
  expect(after(versions, { steps: 'theirs' })).toEqual(versions.theirs.steps)
})

test('a row that both share and one has saved stays one row, whatever was typed into it since', () => {
  const versions = { original: rows(first), mine: rows(first, step('new:1', 60, '2.50')), theirs: rows(first, second) }
  const wider = { ...versions, mine: rows(first, { ...step('new:1', 60, '2.00'), toMinutes: 120 }) }
  expect(found(wider)).toEqual([['steps/new:1', ['toMinutes'], undefined]])
  expect(after(wider, { 'steps/new:1': 'mine' })).toEqual(wider.mine.steps)
  expect(after(wider, { 'steps/new:1': 'theirs' })).toEqual([first, second])
  // As much of it differs as is alike: two rows.
  expect(found(versions).map(([key]) => key)).toEqual(['steps/new:1', 'steps/2'])
})

test('where only the other has moved rows, theirs is the order', () => {
  const versions = {
    original,
    mine: rows(first, { ...second, price: '9.00' }, third),
    theirs: rows(third, first, second),
  }
  expect(found(versions)).toEqual([['steps/2', ['price'], 'mine']])
  expect(after(versions)).toEqual([third, first, { ...second, price: '9.00' }])
  const added = step('new:1', 30, '4.00')
  const longer = { ...versions, mine: rows(first, added, { ...second, price: '9.00' }, third) }
  expect(after(longer)).toEqual([third, first, added, { ...second, price: '9.00' }])
})
