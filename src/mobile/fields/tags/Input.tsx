import type { InputRef } from 'antd-mobile'
import { useLayoutEffect, useRef, useState } from 'react'
import { tagged } from '#model/tags.ts'
import { LineInput } from '../base/LineInput.tsx'
import { orNothing, textIn } from '../base/textIn.ts'
import type { InputProps } from '../types.ts'

export function Input(props: InputProps<'tags'>) {
  const input = useRef<InputRef>(null)
  const composing = useRef(false)
  const [caret, setCaret] = useState<{ at: number }>()
  // A text that was written anew has its caret at the end.
  useLayoutEffect(() => {
    const element = input.current?.nativeElement
    if (caret && element && element === document.activeElement) element.setSelectionRange(caret.at, caret.at)
  }, [caret])
  const write = (text: string) => {
    const before = text.slice(0, input.current?.nativeElement?.selectionStart ?? text.length)
    setCaret({ at: tagged(before).length })
    props.onChange(orNothing(tagged(text)))
  }
  return (
    <LineInput
      {...props}
      // While a word is being composed its letters are not its characters.
      onChange={(value) => (composing.current ? props.onChange(value) : write(textIn(value)))}
      typing={{
        ref: input,
        onCompositionStart: () => {
          composing.current = true
        },
        onCompositionEnd: ({ currentTarget }) => {
          composing.current = false
          write(currentTarget.value)
        },
      }}
    />
  )
}
