// @vitest-environment jsdom
/** A form that lay open when the session ended is open again, for whoever was filling it in. */
import { beforeEach, expect, test } from 'vitest'
import { formIsOpen, formTakenUp, formToTakeUp, markInterrupted } from '#headless/session/interruptedDecision.ts'
import { forgetSession, keepSession } from '#headless/session/session.ts'

const signIn = (username: string, tenantid = 1) => keepSession({ token: 'T', username, tenantid })
/** The session ends while it is open. */
function interrupted(...[resource, open]: Parameters<typeof formIsOpen>) {
  const closed = formIsOpen(resource, open)
  markInterrupted()
  forgetSession()
  closed()
}
beforeEach(() => {
  sessionStorage.clear()
  signIn('li')
})

test('with the record it was about, or what the new one starts with', () => {
  interrupted('sysDepart', { id: '7', start: undefined })
  signIn('li')
  expect(formToTakeUp('sysRole')).toBeUndefined()
  expect(formToTakeUp('sysDepart')).toEqual({ id: '7' })
  formTakenUp()
  expect(formToTakeUp('sysDepart')).toBeUndefined()
  interrupted('sysDepart', { id: undefined, start: { parentId: 'a' } })
  signIn('li')
  expect(formToTakeUp('sysDepart')).toEqual({ start: { parentId: 'a' } })
})

test('not for the next person in the same tab, nor in another tenant', () => {
  interrupted('sysDepart', { id: '7', start: undefined })
  signIn('wang')
  expect(formToTakeUp('sysDepart')).toBeUndefined()
  signIn('li', 2)
  expect(formToTakeUp('sysDepart')).toBeUndefined()
  signIn('li')
  expect(formToTakeUp('sysDepart')).toEqual({ id: '7' })
})

test('what was closed before is not opened again', () => {
  formIsOpen('sysDepart', { id: '7', start: undefined })()
  markInterrupted()
  expect(formToTakeUp('sysDepart')).toBeUndefined()
})
