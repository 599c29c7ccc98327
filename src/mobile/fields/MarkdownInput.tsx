import { TextArea, type TextAreaRef } from 'antd-mobile'
import { useLayoutEffect, useRef, useState } from 'react'
import { missing } from '#model/emptiness.ts'
import type { InputProps } from './types.ts'
import { around, before, instead, type Change } from './markdownSigns.ts'
import MarkdownText from './MarkdownText.tsx'
import { PictureTool } from './PictureTool.tsx'
import { Tool } from './Tool.tsx'

/** Markdown by thumb: heading, bold, list, picture, and how it will be read. */
export default function MarkdownInput({ field, id, value, onChange, onLeave, disabled }: InputProps<'markdown'>) {
  const area = useRef<TextAreaRef>(null)
  /** What is to be chosen once the changed text is drawn. */
  const place = useRef<readonly [from: number, to: number]>(undefined)
  const [reading, setReading] = useState(false)
  const text = typeof value === 'string' ? value : ''

  useLayoutEffect(() => {
    const native = area.current?.nativeElement
    if (!place.current || !native) return
    native.focus()
    native.setSelectionRange(...place.current)
    place.current = undefined
  }, [text])

  function write(change: Change) {
    const native = area.current?.nativeElement
    if (!native) return
    // As it stands now: somebody may have gone on writing while a picture was sent.
    const { value: now, selectionStart: from, selectionEnd: to } = native
    const written = change({ text: now, from, to })
    place.current = [written.from, written.to]
    onChange(written.text || null)
  }

  const off = Boolean(disabled) || reading
  return (
    <div className="vd-rich-input">
      <div role="toolbar" aria-label={`${field.label}的格式`}>
        <Tool label="标题" disabled={off} onPress={() => write(before('## '))}>
          H
        </Tool>
        <Tool label="加粗" disabled={off} onPress={() => write(around('**'))}>
          <b>B</b>
        </Tool>
        <Tool label="列表" disabled={off} onPress={() => write(before('- '))}>
          •≡
        </Tool>
        <PictureTool
          label={field.label}
          disabled={off}
          // A bracket within the name would end it.
          onPicture={({ name, url }) => write(instead(`![${name.replace(/[[\]\\]/g, '\\$&')}](${url})`))}
        />
        <Tool label="预览" disabled={false} pressed={reading} onPress={() => setReading(!reading)}>
          预览
        </Tool>
      </div>
      {reading && <MarkdownText text={text} />}
      <div hidden={reading}>
        <TextArea
          ref={area}
          {...(id && { id })}
          value={text}
          onChange={(next) => onChange(next || null)}
          onBlur={onLeave}
          placeholder={missing(field)}
          disabled={disabled ?? false}
          autoSize={{ minRows: 8, maxRows: 20 }}
        />
      </div>
    </div>
  )
}
