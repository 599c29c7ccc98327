// @vitest-environment jsdom
/** Lists on the phone: what is under way is seen, one file is made at a time, and everything says what it is. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import type { PickerSource } from '#headless/forms/pickers/source.ts'
import { queryClient } from '#headless/session/queries.ts'
import { image, ref, refByType, text } from '#model/fields.ts'
import { resources } from '#resources/index.ts'
import { References } from '../../src/desktop/fields/References.tsx'
import { Filter } from '../../src/mobile/fields/Filter.tsx'
import { FieldLine } from '../../src/mobile/fields/Input.tsx'
import PickerSheet from '../../src/mobile/fields/pickers/PickerSheet.tsx'
import { HostContext } from '../../src/mobile/HostContext.ts'
import { useQuestions } from '../../src/mobile/layout/ask.ts'
import Asker from '../../src/mobile/layout/Asker.tsx'
import { GoContext } from '../../src/mobile/layout/go.ts'
import { RecordCard } from '../../src/mobile/screens/list/RecordCard.tsx'
import { useUnderWay } from '../../src/mobile/screens/list/underWay.tsx'
import { useFiles } from '../../src/mobile/screens/list/useFiles.ts'
import MyMessages from '../../src/mobile/screens/messages/MyMessages.tsx'

const nothing = () => undefined
beforeAll(() => {
  Element.prototype.setPointerCapture = nothing
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('IntersectionObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
})
const fetched = vi.fn(() => new Promise(nothing))
vi.stubGlobal('fetch', fetched)
afterEach(() => {
  cleanup()
  useQuestions.setState({ queue: [] })
  queryClient.clear()
})

test('an export is said to be under way, and a second tap makes no second file', async () => {
  render(<Asker />)
  const host = { saveFile: vi.fn(() => Promise.resolve()) } as unknown as Host
  let arrive = nothing as (made: { file: { blob: Blob; name: string } }) => void
  const exportFile = vi.fn(() => new Promise<{ file: { blob: Blob; name: string } }>((resolve) => (arrive = resolve)))
  const { result } = renderHook(() => {
    const underWay = useUnderWay()
    const list = { may: (verb: string) => verb === 'export', exportFile }
    return { underWay, files: useFiles(resources.userMessage, list, { host, underWay, onImport: nothing }) }
  })
  expect(result.current.files.offered).toBe('导出')
  act(() => void result.current.files.open())
  await userEvent.click(await screen.findByText(/^导出 Excel/))
  await vi.waitFor(() => expect(result.current.underWay.words).toBe('正在导出…'))
  const before = useQuestions.getState().queue
  act(() => void result.current.files.open())
  expect(useQuestions.getState().queue.filter((question) => !before.includes(question))).toEqual([])
  arrive({ file: { blob: new Blob(), name: 'a.csv' } })
  await vi.waitFor(() => expect(result.current.underWay.words).toBeUndefined())
  expect(host.saveFile).toHaveBeenCalledTimes(1)
  expect(exportFile).toHaveBeenCalledTimes(1)
})

test('of two things under way the other is still seen when one of them ends', async () => {
  const { result } = renderHook(() => useUnderWay())
  const ends: (() => void)[] = []
  const begin = (words: string) =>
    act(() => void result.current.during(words, () => new Promise<void>((resolve) => ends.push(resolve))))
  begin('正在导出…')
  begin('正在删除…')
  expect(result.current.words).toBe('正在删除…')
  await act(async () => ends[0]!())
  expect(result.current.words).toBe('正在删除…')
  begin('正在导出…')
  await act(async () => ends[2]!())
  expect(result.current.words).toBe('正在删除…')
  await act(async () => ends[1]!())
  expect(result.current.words).toBeUndefined()
})

test('a count on a card says what was counted, an amount stands for itself', () => {
  const { notice, userMessage } = resources
  render(<RecordCard resource={notice} row={{ id: '1', readCount: 12402 }} onOpen={nothing} />)
  expect(document.querySelector('.vd-aside')!.textContent).toMatch(new RegExp(`^${notice.fields.readCount.label}.*12`))
  cleanup()
  render(<RecordCard resource={userMessage} row={{ id: '1', balance: '12.00' }} onOpen={nothing} />)
  expect(document.querySelector('.vd-aside')!.textContent).toBe('¥12.00')
})

const around = (drawn: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <HostContext value={{ setTitle: nothing } as unknown as Host}>
        <GoContext value={{ to: nothing, back: nothing }}>
          {drawn}
          <Asker />
        </GoContext>
      </HostContext>
    </QueryClientProvider>,
  )

const columns = [
  { name: 'name', field: text('名称') },
  { name: 'code', field: text('编号') },
  { name: 'face', field: image('卡面') },
]
const row = { id: '1', name: '月卡', code: 'K1', face: 'demo/cardFace_1.png' }
const source: PickerSource = {
  key: 'cards',
  label: '卡',
  columns,
  search: [],
  width: 1,
  text: 'name',
  ask: () => Promise.resolve({ rows: [row], total: 1 } as never),
  named: () => Promise.resolve([]),
}

test('what is chosen from names no files', async () => {
  around(<PickerSheet source={source} title="卡产品" values={[]} visible onClose={nothing} onChoose={nothing} />)
  const chosenFrom = () => [...document.querySelectorAll('.vd-picker-row')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(chosenFrom()).toEqual(['月卡K1']))
})

test('a filter by people shows what tells two of one name apart', async () => {
  around(<Filter field={ref('处理人', 'sysUser')} name="handlerId" filters={{}} set={nothing} />)
  await userEvent.click(screen.getByRole('button', { name: /处理人/ }))
  expect(await screen.findByRole('button', { name: '按账号' })).toBeTruthy()
})

test('where the chosen type has nothing to choose, nobody is asked to choose a type', () => {
  const field = refByType('卡产品', 'prizeType', { card: 'card' })
  for (const [values, said] of [
    [{ prizeType: 'thanks' }, '该类型无需选择'],
    [{ prizeType: null }, '请先选择类型'],
  ] as const) {
    around(
      <>
        <FieldLine field={field} name="refId" value={null} values={values} error={undefined} onChange={nothing} onLeave={nothing} />
        <App>
          <References field={field} name="refId" id="r" value={null} values={values} multiple={false} onChange={nothing} />
        </App>
      </>,
    ) // prettier-ignore
    expect(screen.getAllByText(said)).toHaveLength(2)
    cleanup()
  }
})

test('全部已读 asks first and counts what lies under both tabs', async () => {
  queryClient.setQueryData(['messages', 'counts'], { anntMsgList: [], anntMsgTotal: 3, sysMsgList: [], sysMsgTotal: 9 })
  around(<MyMessages />)
  await userEvent.click(screen.getByRole('button', { name: '全部已读' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('把 12 条未读消息都标为已读？')
  expect(dialog.textContent).toContain('通知公告 3 条、系统消息 9 条')
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
})
