// @vitest-environment jsdom
/** In a list no text is longer than 25 characters, and the whole of it is there on hover; on the page of a record it is whole. */
import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useAccess } from '#headless/session/access.ts'
import { cron, dict, files, longText, ref, refs, tags, text } from '#model/fields.ts'
import type { Field } from '#model/fields.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { Cell } from '../../src/desktop/fields/Cell.tsx'
import { columnsOf } from '../../src/desktop/screens/list/columns.tsx'

const LONG = '北京市朝阳区望京街道阜通东大街六号院方恒国际中心甲座十二层'
const CUT = `${LONG.slice(0, 25)}…`
const { userMessage } = resources

afterEach(cleanup)
const drawn = (what: ReactElement) => render(<MemoryRouter>{what}</MemoryRouter>).container
const onHover = (place: Element) => [...place.querySelectorAll('[title]')].map((one) => one.getAttribute('title'))

const NAMES = ['福田区极速网咖三十二号点', '江汉区夜色酒吧二十二号点', '越秀区云水汤泉五号点']
const provider = { x: 'a', x_dictText: LONG }
const three = { x: 'a,b,c', x_dictText: NAMES.join(',') }
it.each<[string, Field, Record<string, unknown>, string, string]>([
  ['text', text('甲'), { x: LONG }, CUT, LONG],
  ['long text', longText('甲'), { x: LONG }, CUT, LONG],
  ['a reference', ref('甲', 'serviceProvider'), provider, CUT, LONG],
  ['several references', refs('甲', 'serviceProvider'), three, `${NAMES[0]}、${NAMES[1]}、…`, NAMES.join('、')],
  ['tags', tags('甲'), { x: NAMES.join(';') }, `${NAMES[0]}${NAMES[1]}…`, NAMES.join('、')],
  [
    'several words of a dictionary',
    dict('甲', 'none', { multiple: true }),
    three,
    `${NAMES.join('、').slice(0, 25)}…`,
    NAMES.join('、'),
  ],
  ['files', files('甲'), { x: `${LONG}.pdf,乙.pdf` }, ` ${CUT}…`, `${LONG}.pdf、乙.pdf`],
  [
    'a cron expression',
    cron('甲'),
    { x: '0 0/5 8-18 ? * MON-FRI 2026-2030' },
    '0 0/5 8-18 ? * MON-FRI 20…',
    '0 0/5 8-18 ? * MON-FRI 2026-2030',
  ],
])('%s', (_, field, row, shown, whole) => {
  useAccess.setState({
    routes: [
      { path: menuUrl(resources.serviceProvider), screen: { kind: 'resource', name: 'serviceProvider' } },
    ] as never,
  })
  const cell = drawn(<Cell field={field} name="x" row={row} />)
  expect(cell.textContent).toContain(shown)
  expect(onHover(cell)).toContain(whole)
  cleanup()
  const inFull = drawn(<Cell whole field={field} name="x" row={row} />).textContent
  if (field.kind === 'longText') expect(inFull).toBe(whole)
  else expect(inFull.length).toBeGreaterThanOrEqual(shown.length)
})

it('the column that leads to the record is cut as well, and a column made narrow tells all of it on hover', () => {
  const columns = [{ name: 'nickName', shown: true, width: 80 }]
  const [column] = columnsOf(userMessage, { listPath: '/x', sort: '', columns })
  const { render: draw, onCell } = column as unknown as {
    render: (_: unknown, row: object) => ReactElement
    onCell: (row: object) => { title?: string }
  }
  const link = drawn(draw(undefined, { id: '1', nickName: LONG })).querySelector('a')!
  expect([link.textContent, link.title]).toEqual([CUT, LONG])
  expect(onCell({ id: '1', nickName: '周敏' }).title).toBe('周敏')
})
