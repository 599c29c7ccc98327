// @vitest-environment jsdom
/** A printed number is read with the camera of a chat client; where there is none nobody is offered it. */
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HostError, type Host } from '#adaptive/index.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { resources } from '#resources/index.ts'
import { FieldLine } from '../../src/mobile/fields/Input.tsx'
import { HostContext } from '../../src/mobile/HostContext.ts'

vi.mock('#headless/connection/decoration.ts', () => ({ decoration: (from: unknown) => from }))
vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
beforeEach(() => useNoticeStore.setState({ queue: [] }))
afterEach(cleanup)
const said = () => useNoticeStore.getState().queue.map(({ text }) => text)

function field(name: 'deviceSn' | 'deviceName', scan?: Host['scan'], disabled = false) {
  const onChange = vi.fn()
  const { fields } = resources.device
  render(
    <HostContext value={{ name: 'wecom', ...(scan && { scan }) } as unknown as Host}>
      <FieldLine
        field={fields[name]}
        name={name}
        value={null}
        values={{}}
        error={undefined}
        disabled={disabled}
        onChange={onChange}
        onLeave={() => undefined}
      />
    </HostContext>,
  )
  return onChange
}
const button = () => screen.findByRole('button', { name: /扫一扫/ })

test.each(['88000001', 'https://v12345678.example.com/d?sn=88000001'])('%s is the number in it', async (text) => {
  const onChange = field('deviceSn', () => Promise.resolve(text))
  await userEvent.click(await button())
  expect(onChange).toHaveBeenCalledExactlyOnceWith('88000001')
  expect(said()).toEqual([])
})

test('who backs out is told nothing; what holds no number and what fails is said', async () => {
  const answers = [() => null, () => '收银台', () => Promise.reject(new HostError('企业微信没有回应'))]
  const onChange = field('deviceSn', async () => answers.shift()!())
  await userEvent.click(await button())
  expect(said()).toEqual([])
  await userEvent.click(await button())
  await userEvent.click(await button())
  expect(said()).toEqual(['扫到的内容里没有设备编号', '企业微信没有回应'])
  expect(onChange).not.toHaveBeenCalled()
})

test('what may be one of several numbers, or is longer than one, is not guessed', async () => {
  const answers = ['https://example.com/88000001?t=20261129', '880000018800000188000001']
  const onChange = field('deviceSn', () => Promise.resolve(answers.shift()!))
  await userEvent.click(await button())
  await userEvent.click(await button())
  expect(said()).toEqual(['扫到的内容里有 2 个可能的设备编号，请手工输入', '扫到的内容里没有设备编号'])
  expect(onChange).not.toHaveBeenCalled()
})

test('it is offered where there is a camera, something printed, and something to fill in', async () => {
  const scan = () => Promise.resolve('88000001')
  field('deviceSn')
  field('deviceName', scan)
  field('deviceSn', scan, true)
  // What would come comes later.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('button', { name: /扫一扫/ })).toBeNull()
})
