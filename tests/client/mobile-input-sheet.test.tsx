// @vitest-environment jsdom
/** What an action of the phone asks for, whatever kind it is of, is drawn where questions lie: beside the pages. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { code, dict, file, ref, tags, text, user } from '#model/fields.ts'
import InputSheet from '../../src/mobile/fields/InputSheet.tsx'

beforeAll(() => {
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(cleanup)

it('with people, records, words, files and code', async () => {
  const fields = {
    receivers: user('接收人', { multiple: true, byDepartment: true }),
    card: ref('卡产品', 'card'),
    msgType: dict('发送方式', 'messageType'),
    data: code('测试数据', 'JSON'),
    paper: file('文件'),
    note: text('说明'),
  }
  render(<InputSheet title="发送测试" yes="发送" danger={false} fields={fields} onCancel={vi.fn()} onDone={vi.fn()} />)
  for (const { label } of Object.values(fields)) expect(await screen.findByText(label)).toBeTruthy()
})

it('and knows that nothing was typed where only another list of the same came, and that what is empty is empty', () => {
  const onChanged = vi.fn()
  const fields = { marks: tags('标签'), note: text('说明') }
  const row = { marks: ['a'], note: null }
  const drawn = (typed: Record<string, unknown>) => {
    onChanged.mockClear()
    render(<InputSheet title="改" yes="改" danger={false} fields={fields} row={row} typed={typed} onChanged={onChanged} onCancel={vi.fn()} onDone={vi.fn()} />) // prettier-ignore
    return onChanged.mock.lastCall
  }
  expect(drawn({ marks: ['a'], note: '' })).toEqual([false])
  expect(drawn({ marks: ['a', 'b'] })).toEqual([true])
})
