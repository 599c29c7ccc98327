// @vitest-environment jsdom
/** Whatever takes an answer with files in it waits for those that are on their way, and for no others. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { Unfinished, UnfinishedUploads } from '#headless/forms/unfinishedUploads.ts'
import { useLines } from '#headless/grid/useLines.ts'
import type { FileValue } from '#headless/records/fileValues.ts'
import { queryClient } from '#headless/session/queries.ts'
import { images, lines as linesOf, text } from '#model/fields.ts'
import { resources } from '#resources/index.ts'
import FilesModal from '../../src/desktop/fields/FilesModal.tsx'
import ImageInput from '../../src/desktop/fields/ImageInput.tsx'
import ActionDialog from '../../src/desktop/screens/list/ActionDialog.tsx'
import FilesSheet from '../../src/mobile/fields/FilesSheet.tsx'
import InputSheet from '../../src/mobile/fields/InputSheet.tsx'
import LinePage from '../../src/mobile/fields/LinePage.tsx'

const UPLOADING = '文件正在上传，请稍候'
const sent = vi.hoisted(() => [] as AbortSignal[])
vi.mock('#headless/records/files.ts', async (original) => ({
  ...(await original<object>()),
  uploadFile: (_: File, { signal }: { signal: AbortSignal }) => {
    sent.push(signal)
    return new Promise(() => undefined)
  },
}))
const nothing = () => undefined
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.setPointerCapture = nothing
  vi.stubGlobal('fetch', () => new Promise(nothing))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  sent.length = 0
  useNoticeStore.setState({ queue: [] })
})

const said = () => useNoticeStore.getState().queue.map((one) => one.text)
const choose = async () => {
  const door = await vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    expect(found).toBeTruthy()
    return found!
  })
  fireEvent.change(door, { target: { files: [new File(['x'], '3.png', { type: 'image/png' })] } })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
}
const proof = images('凭证', { required: true, max: 6 })
const two = 'temp/1.png,temp/2.png'

it('what an action asks for on the phone', async () => {
  const onDone = vi.fn()
  const { unmount } = render(
    <InputSheet title="申请退款" yes="退款" danger={false} row={{ proof: two }} fields={{ proof }} onCancel={nothing} onDone={onDone} />,
  ) // prettier-ignore
  await choose()
  fireEvent.click(screen.getByRole('button', { name: '退款' }))
  expect(said()).toEqual([UPLOADING])
  expect(onDone).not.toHaveBeenCalled()
  unmount()
  expect(sent[0]!.aborted).toBe(true)
})

it('what an action asks for on the desktop', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <App>
          <ActionDialog
            resource={resources.userCard}
            name="refund"
            target={{ row: { id: '1', version: 1, refundVoucher: two } }}
            onClose={nothing}
          />
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  await person.type(screen.getByLabelText('原因'), '用户不再使用')
  await choose()
  asked.mockClear()
  await person.click(screen.getByRole('button', { name: '确定申请退款' }))
  expect(await screen.findByText(UPLOADING)).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: /^取\s?消$/ }))
  // A file on its way is work as what was typed is.
  await person.click(await screen.findByRole('button', { name: /^放\s?弃$/ }))
  expect(sent[0]!.aborted).toBe(true)
})

const failed: FileValue[] = [
  { name: '甲.txt', path: 'temp/甲.txt', status: 'done' },
  { name: '乙.txt', status: 'error', message: '磁盘已满' },
]
const WHY = '乙.txt 上传失败，请重试或删除'

it.each([
  ['desktop', FilesModal],
  ['phone', FilesSheet],
] as const)('确定 of the list of files, while one of them has failed: %s', async (_, List) => {
  const onConfirm = vi.fn()
  render(
    <App>
      <List
        title="附件"
        files={failed}
        wanted={{ pictures: false }}
        most={9}
        urlOf={(path) => path}
        onClose={nothing}
        onConfirm={onConfirm}
      />
    </App>,
  )
  const person = userEvent.setup({ pointerEventsCheck: 0 })
  expect(screen.getByText('上传失败：磁盘已满')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: /^确\s?定/ }))
  await vi.waitFor(() => expect([...said(), document.body.textContent].join('')).toContain(WHY))
  expect(onConfirm).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: '删除乙.txt' }))
  await person.click(screen.getByRole('button', { name: /^确\s?定/ }))
  expect(onConfirm.mock.calls[0]![0]).toMatchObject([{ path: 'temp/甲.txt' }])
})

it('several pictures of a form are put in order in the same list', async () => {
  const onChange = vi.fn()
  render(
    <App>
      <ImageInput field={proof} name="proof" id="proof" value={two} values={{}} onChange={onChange} />
    </App>,
  )
  const person = userEvent.setup({ pointerEventsCheck: 0 })
  await person.click(screen.getByRole('button', { name: '管理图片' }))
  await person.click(await screen.findByRole('button', { name: '上移2.png' }))
  await person.click(screen.getByRole('button', { name: /^确\s?定/ }))
  expect(onChange).toHaveBeenCalledWith('temp/2.png,temp/1.png')
})

it('确定 of a line waits for the files of that line alone', async () => {
  const form = new Unfinished()
  // Of another field of the form, before the line was opened.
  form.set({}, UPLOADING)
  const field = linesOf('奖品', { name: text('名称') })
  const onClose = vi.fn()
  const rows = [{ id: '1', name: '一' }]
  function Page() {
    const store = useLines({ field, name: 'prizes', value: rows, onChange: nothing })
    return (
      <LinePage title="奖品" fields={field.of} store={store} id="1" adds={false} errors={{}} Line={() => null} onClose={onClose} />
    ) // prettier-ignore
  }
  render(
    <UnfinishedUploads value={form}>
      <Page />
    </UnfinishedUploads>,
  )
  const ours = {}
  form.set(ours, UPLOADING)
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  expect([said(), onClose.mock.calls.length]).toEqual([[UPLOADING], 0])
  act(() => void form.delete(ours))
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  expect(onClose).toHaveBeenCalledOnce()
})
