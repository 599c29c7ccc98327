/** @vitest-environment jsdom */
/** What the desktop's kit says to people is loaded late, and is said all the same. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import useMessage from '#desktop/kit/useMessage.tsx'
import useModal from '#desktop/kit/useModal.tsx'
import useNotification from '#desktop/kit/useNotification.tsx'

afterEach(cleanup)

type Kit = {
  message: ReturnType<typeof useMessage>[0]
  modal: ReturnType<typeof useModal>[0]
  notification: ReturnType<typeof useNotification>[0]
}

function drawn(): Kit {
  let kit: Kit | undefined
  function Page() {
    const [message, messages] = useMessage()
    const [modal, modals] = useModal()
    const [notification, notifications] = useNotification()
    kit = { message, modal, notification }
    // As the kit's own App draws them: side by side.
    return (
      <>
        {modals}
        {messages}
        {notifications}
      </>
    )
  }
  render(<Page />)
  return kit!
}

test('what is said before the code has come is said when it has, by all three', async () => {
  const { message, modal, notification } = drawn()
  act(() => {
    void message.success('已保存')
    modal.confirm({ title: '确定删除吗？' })
    notification.info({ title: '新消息' })
  })
  expect(await screen.findAllByText('已保存')).not.toEqual([])
  expect(await screen.findAllByText('确定删除吗？')).not.toEqual([])
  expect(await screen.findAllByText('新消息')).not.toEqual([])
})

test('what is closed before it was opened is never seen', async () => {
  const { message, modal } = drawn()
  act(() => {
    message.loading('正在登陆', 0)()
    modal.error({ title: '登录已过期' }).destroy()
    void message.info('看得见')
  })
  expect(await screen.findAllByText('看得见')).not.toEqual([])
  expect(screen.queryByText('正在登陆')).toBeNull()
  expect(screen.queryByText('登录已过期')).toBeNull()
})

test('who waits for an answer gets it', async () => {
  const { modal } = drawn()
  const answered = vi.fn()
  act(() => void modal.confirm({ title: '继续？', okText: '继续' }).then(answered, () => undefined))
  const button = await screen.findByRole('button', { name: /继\s?续/ })
  act(() => button.click())
  await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(true))
})

test('whoever presses again before the question is there is asked once, about what they pressed last', async () => {
  const { modal } = drawn()
  const first = vi.fn()
  act(() => {
    void modal.confirm({ title: '删除甲？' }).then(first, () => undefined)
    modal.confirm({ title: '删除乙？' })
  })
  expect(await screen.findAllByText('删除乙？')).not.toEqual([])
  expect(screen.queryByText('删除甲？')).toBeNull()
  await vi.waitFor(() => expect(first).toHaveBeenCalledWith(false))
})

test('a question does not come over what its person has gone on to do', async () => {
  const { modal, message } = drawn()
  const answered = vi.fn()
  act(() => void modal.confirm({ title: '放弃已填写的内容吗？' }).then(answered, () => undefined))
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  act(() => void message.info('来了'))
  expect(await screen.findAllByText('来了')).not.toEqual([])
  await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(false))
  expect(screen.queryByText('放弃已填写的内容吗？')).toBeNull()
})
