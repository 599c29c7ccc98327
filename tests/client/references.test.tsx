// @vitest-environment jsdom
/** On both shells, what names a record leads to it, for whoever has a page to read it on. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAccess } from '#headless/session/access.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { Cell as DesktopCell } from '../../src/desktop/fields/Cell.tsx'
import { Cell as PhoneCell } from '../../src/mobile/fields/Cell.tsx'
import { GoContext } from '../../src/mobile/layout/go.ts'

const go = { to: vi.fn(), back: vi.fn() }
const shells = {
  desktop: { Cell: DesktopCell, around: (cell: ReactNode) => <MemoryRouter>{cell}</MemoryRouter> },
  phone: { Cell: PhoneCell, around: (cell: ReactNode) => <GoContext value={go}>{cell}</GoContext> },
}
const mayRead = (...read: readonly Resource[]) =>
  useAccess.setState({
    routes: read.map((one) => ({ path: menuUrl(one), screen: { kind: 'resource', name: one.name } })) as never,
  })

beforeEach(() => go.to.mockClear())
afterEach(cleanup)

describe.each(Object.entries(shells))('%s', (shell, { Cell, around }) => {
  const shown = (resource: Resource, name: string, row: Record<string, unknown>) =>
    render(around(<Cell field={fieldOf(resource, name)!} name={name} row={row} />))
  const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

  it('leads to the record of a reference, to each of several, and to that of a number', () => {
    mayRead(resources.userMessage, resources.driverMessage, resources.orderMessage)
    shown(resources.orderMessage, 'userId', { userId: 'u1', userId_dictText: '周敏' })
    expect(links()).toEqual([['周敏', `${menuUrl(resources.userMessage)}/u1`]])
    if (shell === 'phone') {
      fireEvent.click(screen.getByRole('link'))
      expect(go.to).toHaveBeenCalledWith(`${menuUrl(resources.userMessage)}/u1`)
    }
    cleanup()
    shown(resources.driverCar, 'deputyIds', { deputyIds: 'd1,d2', deputyIds_dictText: '王强,李伟' })
    expect(links()).toEqual([
      ['王强', `${menuUrl(resources.driverMessage)}/d1`],
      ['李伟', `${menuUrl(resources.driverMessage)}/d2`],
    ])
    cleanup()
    shown(resources.amountDetail, 'bizNo', { bizType: 'order', bizNo: 'DD1', bizNo_id: 'o1' })
    expect(links()).toEqual([['DD1', `${menuUrl(resources.orderMessage)}/o1`]])
  })

  it('is text for whoever has no such page, and where the server leads nowhere', () => {
    mayRead(resources.orderMessage)
    shown(resources.orderMessage, 'userId', { userId: 'u1', userId_dictText: '周敏' })
    shown(resources.amountDetail, 'bizNo', { bizType: 'order', bizNo: 'DD1' })
    expect(document.body.textContent).toBe('周敏DD1')
    expect(links()).toEqual([])
  })
})
