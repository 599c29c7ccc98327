// @vitest-environment jsdom
/** What a copied or typed text means in a cell: what cannot be understood is skipped and said, never guessed. */
import { expect, test } from 'vitest'
import { columnsOf } from '#headless/grid/fieldColumns.ts'
import { Pasting } from '#headless/grid/paste.ts'
import { GridStore } from '#headless/grid/store.ts'
import { dateTime } from '#model/fields.ts'
import { blindBox } from '#resources/product/blindBox.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'

const picture = (letter: string) => `temp/2026/03/${letter.repeat(32)}.png`

test('a row that is copied over another brings its picture along, and a name is no place of a file', async () => {
  const said: string[] = []
  const prize = { prizeType: prizeTypes.wallet, probability: '10.00', stock: 3 }
  const store = new GridStore(
    { columns: columnsOf(blindBox.fields.prizes.of), say: (_, text) => void said.push(text) },
    [
      { ...prize, id: 'a', prizeName: '大奖', image: picture('a') },
      { ...prize, id: 'b', prizeName: '小奖', image: picture('b') },
    ],
  )
  const pasting = new Pasting(store)
  store.cursor.goTo(0, 0)
  store.cursor.goTo(0, store.shown.length - 1, true)
  const [text, html] = [pasting.copied(), pasting.copiedHtml()]
  store.cursor.goTo(1, 0)
  await pasting.paste(text, html)
  expect(store.rows.list).toMatchObject([
    { prizeName: '大奖', image: picture('a') },
    { prizeName: '大奖', image: picture('a') },
  ])
  store.cursor.goTo(
    1,
    store.shown.findIndex(({ field }) => field === 'image'),
  )
  await pasting.paste('大奖.png')
  expect(store.rows.list[1]).toMatchObject({ image: picture('a') })
  expect(said.at(-1)).toContain('无法识别')
})

test.each([
  ['2026/3/1 下午 8:30', '2026-03-01 20:30:00'],
  ['2026/3/1 8:30 PM', '2026-03-01 20:30:00'],
  ['2026-3-1 上午12:05', '2026-03-01 00:05:00'],
  ['2026年3月1日 8时30分', '2026-03-01 08:30:00'],
  ['2026-03-01T08:30:00.000+08:00', '2026-03-01 08:30:00'],
  ['2026-03-01', '2026-03-01 00:00:00'],
  ['20260301', '2026-03-01 00:00:00'],
  ['20260230', undefined],
  ['8:30', undefined],
  ['3/1/2026 2:30 PM', undefined],
  ['中午12:30', undefined],
  ['2026-03-01 晚上8:30', undefined],
  ['2026-03-01 下午 13:30', undefined],
])('%s as a moment is %s', async (typed, kept) => {
  const store = new GridStore({ columns: columnsOf({ at: dateTime('时间') }), say: () => undefined }, [
    { id: 'a', at: 'before' },
  ])
  store.cursor.goTo(0, 0)
  await new Pasting(store).paste(typed)
  expect(store.rows.list).toMatchObject([{ at: kept ?? 'before' }])
})
