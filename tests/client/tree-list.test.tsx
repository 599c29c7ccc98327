// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { TreeList } from '../../src/mobile/fields/pickers/TreeList.tsx'

afterEach(cleanup)

it('a branch that could not be loaded stays closed, says why, and is asked for again by the next tap', async () => {
  const onOpen = vi.fn().mockRejectedValueOnce(new Error('网络不可用')).mockResolvedValue(undefined)
  const nodes = [{ key: '1', title: '总部', leaf: false, children: [{ key: '2', title: '华东', leaf: true }] }]
  render(<TreeList label="部门" multiple nodes={nodes} ticked={[]} onToggle={vi.fn()} onOpen={onOpen} />)
  const opening = () => screen.getByRole('button', { name: '展开总部' })
  fireEvent.click(opening())
  // A second tap while it is loading asks nothing.
  fireEvent.click(opening())
  await vi.waitFor(() => expect(JSON.stringify(useNoticeStore.getState())).toContain('网络不可用'))
  expect(screen.queryByText('华东')).toBeNull()
  await vi.waitFor(() => expect(opening().querySelector('.adm-dot-loading')).toBeNull())
  fireEvent.click(opening())
  expect(await screen.findByText('华东')).toBeTruthy()
  expect(onOpen).toHaveBeenCalledTimes(2)
})
