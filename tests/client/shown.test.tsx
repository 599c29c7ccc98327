// @vitest-environment jsdom
/** What comes late touches what is there, waits for what lies behind another page, and leaves alone what came after it. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Activity } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import type { ListWork } from '#headless/lists/useList.ts'
import { useSelection } from '#headless/lists/selection.ts'
import { useWhenShown } from '#headless/records/useShown.ts'
import { resources } from '#resources/index.ts'
import { HostContext } from '../../src/mobile/HostContext.ts'
import Asker from '../../src/mobile/layout/Asker.tsx'
import Chosen from '../../src/mobile/screens/list/Chosen.tsx'

afterEach(cleanup)

let whenShown: (late: () => void) => void
function Part() {
  whenShown = useWhenShown()
  return null
}
const page = (mode: 'visible' | 'hidden') => (
  <Activity mode={mode}>
    <Part />
  </Activity>
)

test('at once, when it comes back, or never', async () => {
  const late = vi.fn()
  const { rerender, unmount } = render(page('visible'))
  whenShown(late)
  expect(late).toHaveBeenCalledTimes(1)
  rerender(page('hidden'))
  whenShown(late)
  expect(late).toHaveBeenCalledTimes(1)
  rerender(page('visible'))
  await waitFor(() => expect(late).toHaveBeenCalledTimes(2))
  unmount()
  whenShown(late)
  expect(late).toHaveBeenCalledTimes(2)
})

const row = { id: '1', version: 1, withdrawNo: 'TX1' }

test('the answer to what was chosen first does not empty what is chosen since', async () => {
  let removing = false
  let answer = () => undefined as void
  const list = {
    may: (verb: string) => verb === 'delete',
    removeOne() {
      removing = true
      return new Promise<void>((resolve) => (answer = resolve))
    },
  } as unknown as ListWork
  const onDone = vi.fn()
  function Page({ choosing }: { choosing: boolean }) {
    const selection = useSelection()
    return (
      <HostContext value={{} as Host}>
        <button onClick={() => selection.toggle(row)}>勾选</button>
        {choosing && (
          <Chosen resource={resources.sysRole} list={list} rows={[row]} selection={selection} onDone={onDone} />
        )}
        <Asker />
      </HostContext>
    )
  }
  const { rerender } = render(<Page choosing />)
  fireEvent.click(screen.getByRole('button', { name: '勾选' }))
  fireEvent.click(screen.getByRole('button', { name: /处理/ }))
  fireEvent.click(await screen.findByText('批量删除'))
  fireEvent.click(await screen.findByRole('button', { name: '删除' }))
  await waitFor(() => expect(removing).toBe(true))
  rerender(<Page choosing={false} />)
  rerender(<Page choosing />)
  await act(async () => answer())
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(onDone).not.toHaveBeenCalled()
})
