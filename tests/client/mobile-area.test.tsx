// @vitest-environment jsdom
/** On the phone a field for one area takes a district; several, and what is searched by, may be a whole province. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { queryClient } from '#headless/session/queries.ts'
import { area } from '#model/fields.ts'
import { AreaInput } from '../../src/mobile/fields/AreaInput.tsx'
import { Filter } from '../../src/mobile/fields/Filter.tsx'

const nothing = () => undefined
beforeAll(() => {
  Element.prototype.setPointerCapture = nothing
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
})
beforeEach(() => useNoticeStore.setState({ queue: [] }))
afterEach(cleanup)

const said = () => useNoticeStore.getState().queue.map(({ text }) => text)
// The sheet is still on its way up.
const tap = async (text: string) => fireEvent.click(await screen.findByText(text))

function open(multiple: boolean) {
  const onChange = vi.fn()
  const field = area('区域', multiple ? { multiple } : {})
  render(
    <QueryClientProvider client={queryClient}>
      <AreaInput field={field} name="areaCode" value={null} values={{}} onChange={onChange} onLeave={nothing} />
    </QueryClientProvider>,
  )
  return onChange
}

test('one area is chosen down to its district, and what was chosen before the refusal stays', async () => {
  const onChange = open(false)
  await userEvent.click(screen.getAllByRole('button')[0]!)
  await tap('浙江省')
  await tap('确定')
  expect(said()).toEqual(['请选择省、市、区县'])
  expect(onChange).not.toHaveBeenCalled()
  await tap('杭州市')
  await tap('西湖区')
  await tap('确定')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('330106')
})

test('of several one may be a province', async () => {
  const onChange = open(true)
  await userEvent.click(screen.getAllByRole('button')[0]!)
  await tap('浙江省')
  await tap('确定')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('330000')
  expect(said()).toEqual([])
})

test('a search may be for a whole province', async () => {
  const set = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <Filter field={area('区域')} name="areaCode" filters={{}} set={set} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getAllByRole('button')[0]!)
  await tap('浙江省')
  await tap('确定')
  expect(set).toHaveBeenCalledExactlyOnceWith({ areaCode: '330000' })
})
