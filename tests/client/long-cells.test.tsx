// @vitest-environment jsdom
/** In a list no text is longer than 25 characters, and the whole of it is there on hover; on the page of a record it is whole. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { App } from 'antd'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { PickerSource } from '#headless/forms/pickers/source.ts'
import { useAccess } from '#headless/session/access.ts'
import { cron, dict, files, longText, ref, refs, tags, text } from '#model/fields.ts'
import type { Field } from '#model/fields.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { Cell } from '../../src/desktop/fields/Cell.tsx'
import PickerModal from '../../src/desktop/fields/pickers/PickerModal.tsx'
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

it('C13: in a selection modal it is cut at 12, in the rows and among what is chosen', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener() {}, removeListener() {} }))
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  const row = { id: '1', name: LONG }
  const column = { name: 'name', field: text('名称') }
  const source: PickerSource = {
    key: 'long',
    label: '网点',
    columns: [column],
    search: [],
    width: 1200,
    text: 'name',
    ask: () => Promise.resolve({ rows: [row], total: 1, totals: {} }),
    named: () => Promise.resolve([row]),
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <PickerModal source={source} values={['1']} multiple onClose={() => undefined} onChoose={() => undefined} />
      </App>
    </QueryClientProvider>,
  )
  const cut = await screen.findAllByText(`${LONG.slice(0, 12)}…`)
  expect(cut.map(({ title }) => title)).toEqual([LONG, LONG])
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
