// @vitest-environment jsdom
/** What is removed is told once, in `headless`; each shell asks in its own way, and both do what was told. */
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { removalOfRecord, removalOfSeveral, type Removal } from '#headless/records/removal.ts'
import { removalOfQuery } from '#headless/lists/advancedQuery/savedQueries.ts'
import type { SavedQuery } from '#headless/lists/advancedQuery/savedQuery.ts'
import { removalOfDeputy, type Deputy } from '#headless/todos/deputies.ts'
import { resources } from '#resources/index.ts'
import { useRemoval } from '../../src/desktop/layout/removal.ts'
import { useQuestions } from '../../src/mobile/layout/ask.ts'
import Asker from '../../src/mobile/layout/Asker.tsx'
import { askRemoval } from '../../src/mobile/layout/removal.ts'

const nothing = () => undefined

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
})
/** Nothing is drawn, asked or said. */
function clear() {
  cleanup()
  useNoticeStore.setState({ queue: [] })
  useQuestions.setState({ queue: [] })
}
afterEach(clear)

const said = () => useNoticeStore.getState().queue.map(({ tone, text }) => [tone, text])

type Shell = (removal: Removal) => { gone: Promise<boolean> }
const shells: Record<'desktop' | 'phone', Shell> = {
  desktop(removal) {
    let ask: ReturnType<typeof useRemoval> = () => Promise.resolve(false)
    const Page = () => {
      ask = useRemoval()
      return null
    }
    render(
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <Page />
        </App>
      </ConfigProvider>,
    )
    return { gone: ask(removal) }
  },
  phone(removal) {
    render(<Asker />)
    return { gone: askRemoval(removal) }
  },
}

/** The question as it is read, then its buttons. */
const read = async (button: string) => {
  await screen.findByRole('button', { name: button })
  const dialog = screen.getByRole('dialog')
  // The desktop's kit has the title a second time, unseen.
  return (dialog.querySelector('.ant-modal-confirm-body-wrapper') ?? dialog).textContent
}

const bank = { id: '1', withdrawNo: 'TX1' }
const record = (remove: Removal['remove'] = () => Promise.resolve()) =>
  removalOfRecord(resources.userWithdrawal, bank, remove)
const query = removalOfQuery(resources.userWithdrawal, { title: '大额', roles: '财务', mine: true } as SavedQuery)
const shared = removalOfQuery(resources.userWithdrawal, { title: '大额', owner: '李四' } as SavedQuery)
const deputy = removalOfDeputy({ id: '1', deputyId_dictText: '张三' } as Deputy)

it.each([
  ['desktop', record(), '确定', '确认删除确定要删除吗?TX1取消确定'],
  ['phone', record(), '删除', '确定要删除吗?TX1取消删除'],
  ['desktop', removalOfSeveral(3, () => Promise.resolve()), '确定', '确认删除确定要删除这 3 项吗?取消确定'],
  ['phone', removalOfSeveral(3, () => Promise.resolve()), '删除', '确定要删除这 3 项吗?取消删除'],
  ['desktop', shared, '删除', '确定要删除吗?李四共享的“大额”，删除后其他人也看不到取消删除'],
  ['desktop', query, '删除', '确定要删除吗?“大额”已共享给财务，删除后他们也看不到取消删除'],
  ['phone', query, '删除', '确定要删除吗?“大额”已共享给财务，删除后他们也看不到取消删除'],
  ['desktop', deputy, '确定', '取消代理确定取消 张三 的代理吗?保留确定'],
  ['phone', deputy, '取消代理', '确定取消代理吗？保留取消代理'],
] as const)('on the %s it is asked', async (shell, removal, button, words) => {
  shells[shell](removal)
  expect(await read(button)).toBe(words)
})

it.each([
  ['desktop', '确定', '删除成功', 'warning'],
  ['phone', '删除', '删除成功!', 'error'],
] as const)('on the %s it is done when it was confirmed, and how it went is said', async (shell, yes, done, bad) => {
  const person = userEvent.setup()
  const answers: Removal['remove'][] = [
    () => Promise.resolve(),
    () => Promise.resolve('服务器说好'),
    () => Promise.resolve(''),
    () => Promise.reject(new Error('已由 张三 修改')),
  ]
  const words = [[['success', done]], [['success', '服务器说好']], [], [[bad, '已由 张三 修改']]]
  for (const [at, remove] of answers.entries()) {
    const { gone } = shells[shell](record(remove))
    await person.click(await screen.findByRole('button', { name: yes }))
    expect(await gone).toBe(at < 3)
    expect(said()).toEqual(words[at])
    clear()
  }
})

it.each(['desktop', 'phone'] as const)('on the %s nothing goes when the person backs out', async (shell) => {
  const remove = vi.fn(() => Promise.resolve())
  const { gone } = shells[shell](record(remove))
  await userEvent.setup().click(await screen.findByRole('button', { name: '取消' }))
  expect(await gone).toBe(false)
  expect(remove).not.toHaveBeenCalled()
  expect(said()).toEqual([])
})
