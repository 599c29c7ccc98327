// @vitest-environment jsdom
/** Tags on the phone: pinyin is left alone until it has become characters, and the caret stays where one types. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tags } from '#model/fields.ts'
import { Input } from '../../src/mobile/fields/tags/Input.tsx'

let written: unknown
function Field({ start }: { start: string }) {
  const [value, setValue] = useState<unknown>(start)
  written = value
  return (
    <Input field={tags('标签')} name="tags" value={value} values={{}} onChange={setValue} onLeave={() => undefined} />
  )
}
beforeEach(() => void (written = undefined))
afterEach(cleanup)

function typing(start: string) {
  render(<Field start={start} />)
  const input = screen.getByRole<HTMLInputElement>('textbox')
  input.focus()
  const type = (value: string, caret: number) =>
    fireEvent.change(input, { target: { value, selectionStart: caret, selectionEnd: caret } })
  return { input, type }
}

test('what is being composed has no ; in it, and has when it is done', () => {
  const { input, type } = typing('')
  fireEvent.compositionStart(input)
  type('ping', 4)
  expect(input.value).toBe('ping')
  type('苹果香', 3)
  fireEvent.compositionEnd(input)
  expect(written).toBe('苹果;香')
})

test.each([
  ['甲|乙;丙丁', '甲子|乙;丙丁', '甲子|;乙丙;丁'],
  ['甲乙;|丙丁', '甲乙;子|丙丁', '甲乙;子|丙;丁'],
  ['甲乙;|丙丁', '甲乙|丙丁', '甲乙|;丙丁'],
])('in the middle of %s, %s becomes %s', (before, typed, after) => {
  const { input, type } = typing(before.replace('|', ''))
  type(typed.replace('|', ''), typed.indexOf('|'))
  expect(`${input.value.slice(0, input.selectionStart!)}|${input.value.slice(input.selectionStart!)}`).toBe(after)
})
