// @vitest-environment jsdom
/** A form by its address: not for whoever lacks the right, there once it is given, and still there when it is taken away. */
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { expect, test } from 'vitest'
import { useOpenable } from '#headless/forms/openable.ts'
import { useAccess } from '#headless/session/access.ts'
import { resources } from '#resources/index.ts'

/** Codes without any button of the menu count too: the server takes them. */
const give = (...codes: string[]) => act(() => useAccess.setState({ codes }))

test('the form is for whoever may, from then on', () => {
  const add = renderHook(() => useOpenable(resources.userMessage, 'add'))
  const edit = renderHook(() => useOpenable(resources.userMessage, 'edit'))
  const may = () => [add.result.current.openable, edit.result.current.openable]
  expect(add.result.current.permission).toBe('rental:userMessage:add')
  expect(may()).toEqual([false, false])
  give('rental:userMessage:add')
  expect(may()).toEqual([true, false])
  // What was typed is not thrown away.
  give('rental:userMessage:edit')
  expect(may()).toEqual([true, true])
  const again = renderHook(() => useOpenable(resources.userMessage, 'add'))
  expect(again.result.current.openable).toBe(false)
  act(() => useAccess.setState({ mayAll: true }))
  expect(again.result.current.openable).toBe(true)
})
