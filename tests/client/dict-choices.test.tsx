// @vitest-environment jsdom
/** On both shells, the choices of a dictionary that has not come are waited for, and can be asked for again. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { api, ApiError } from '#headless/session/api.ts'
import type { FieldOf } from '#model/fields.ts'
import { Input as DesktopInput } from '../../src/desktop/fields/dict/Input.tsx'
import { Input as PhoneInput } from '../../src/mobile/fields/dict/Input.tsx'

beforeAll(() => {
  // jsdom lays nothing out.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const nothing = () => undefined
const desktop = (field: FieldOf<'dict'>) => (
  <DesktopInput field={field} name="tide" id="tide" value={null} values={{}} onChange={nothing} onBlur={nothing} />
)
const phone = (field: FieldOf<'dict'>) => (
  <PhoneInput field={field} name="tide" value={null} values={{}} onChange={nothing} onLeave={nothing} />
)
const shells = {
  desktop: {
    of: desktop,
    open: () => fireEvent.mouseDown(screen.getByRole('combobox')),
    close: async () => {
      fireEvent.mouseDown(document.body)
      await vi.waitFor(() => expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false'), 10_000)
    },
    waiting: '.ant-spin',
  },
  phone: {
    of: phone,
    open: () => fireEvent.click(screen.getByRole('button', { name: /潮汐/ })),
    close: () => fireEvent.click(screen.getByRole('button', { name: '取消' })),
    waiting: '.adm-dot-loading',
  },
}

for (const [shell, { of, open, close, waiting }] of Object.entries(shells))
  test(`${shell}: not here yet is not “none”, a failure is said, and opening again asks again`, async () => {
    const answers: ((sent: unknown) => void)[] = []
    const asked = vi.spyOn(api, 'get').mockRejectedValueOnce(new ApiError('网络已断开', 0, 0))
    render(of({ kind: 'dict', label: '潮汐', dict: `tide_${shell}` }))
    // Refused, and known to be.
    await new Promise((resolve) => setTimeout(resolve))
    asked.mockRejectedValueOnce(new ApiError('服务器正忙', 503, 503))
    open()
    expect(await screen.findByText('服务器正忙')).toBeTruthy()
    await close()
    asked.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
    open()
    await vi.waitFor(() => expect(answers).toHaveLength(1), 5000)
    cleanup()

    render(of({ kind: 'dict', label: '潮汐', dict: `tide_${shell}` }))
    open()
    await vi.waitFor(() => expect(document.querySelector(waiting)).toBeTruthy())
    expect(document.body.textContent).not.toMatch(/没有/)
    answers[0]!([{ value: '1', text: '涨潮' }])
    expect((await screen.findAllByText('涨潮')).length).toBeGreaterThan(0)
  })

test('a filter names what is chosen and no longer offered, on both shells', async () => {
  const { resources } = await import('#resources/index.ts')
  const { Filter: DesktopFilter } = await import('../../src/desktop/fields/dict/Filter.tsx')
  const { Filter: PhoneFilter } = await import('../../src/mobile/fields/dict/Filter.tsx')
  const { status } = resources.userWithdrawal.fields
  vi.spyOn(api, 'get').mockImplementation((url: string) =>
    Promise.resolve(
      (url.includes('/getDictText/')
        ? url.endsWith('/9')
          ? '另议'
          : null
        : [{ value: '1', text: '待复核' }]) as never,
    ),
  )
  const filters = { status: '0,9,77' }
  const chips = render(<PhoneFilter field={status as FieldOf<'dict'>} name="status" filters={filters} set={nothing} />)
  for (const word of ['待复核', '待审核', '另议', '77'])
    expect(await screen.findByRole('button', { name: word, pressed: word !== '待复核' })).toBeTruthy()
  chips.unmount()
  const desktopProps = { field: status as FieldOf<'dict'>, name: 'status', id: 'status', filters, onChange: nothing }
  render(<DesktopFilter {...desktopProps} />)
  fireEvent.mouseDown(screen.getByRole('combobox'))
  for (const word of ['待复核', '待审核', '另议', '77'])
    expect((await screen.findAllByText(word)).length).toBeGreaterThan(0)
})
