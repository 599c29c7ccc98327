import { Dialog, Input } from 'antd-mobile'
import { useEffect, useRef, useState } from 'react'
import { cleanHtml } from '#headless/records/cleanHtml.ts'
import { missing } from '#model/emptiness.ts'
import { hasContent } from '#model/richText.ts'
import { useBackToClose } from '../layout/back.ts'
import type { InputProps } from './types.ts'
import { PictureTool } from './PictureTool.tsx'
import { Tool } from './Tool.tsx'
import './rich-text.css'

const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i

/** Formatted text by thumb: bold, list, link, picture. What was formatted elsewhere stays as it is. */
export default function RichTextInput({ field, value, onChange, onLeave, disabled }: InputProps<'richText'>) {
  const area = useRef<HTMLDivElement>(null)
  /** What the page and the form last agreed on. */
  const agreed = useRef<string>(undefined)
  /** Where the text was being written: a dialog or the camera takes the focus away. */
  const place = useRef<Range>(undefined)
  const [asking, setAsking] = useState(false)
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')
  useBackToClose(asking, () => setAsking(false))
  const given = String(value ?? '')

  useEffect(() => {
    if (!area.current || given === agreed.current) return
    area.current.innerHTML = cleanHtml(given)
    agreed.current = given
  }, [given])

  function tell() {
    const html = area.current!.innerHTML
    agreed.current = hasContent(html) ? html : ''
    onChange(agreed.current || null)
  }

  function remember() {
    const selection = getSelection()
    if (selection?.rangeCount && area.current?.contains(selection.anchorNode))
      place.current = selection.getRangeAt(0).cloneRange()
  }

  function format(command: string, argument?: string) {
    area.current!.focus()
    const selection = getSelection()!
    if (place.current) {
      selection.removeAllRanges()
      selection.addRange(place.current)
    }
    // Out of the standards, in every browser: nothing else lets a page format with the browser's own undo.
    document.execCommand(command, false, argument)
    remember()
    tell()
  }

  function putLink() {
    const typed = address.trim()
    const url = /^www\./i.test(typed) ? `https://${typed}` : typed
    // The dialog stays, with what was typed.
    if (!ADDRESS.test(url)) return setProblem('链接应以 http://、https:// 或 / 开头')
    setAsking(false)
    if (place.current && !place.current.collapsed) return format('createLink', url)
    const link = document.createElement('a')
    link.href = url
    link.textContent = url
    format('insertHTML', link.outerHTML)
  }

  function putPicture({ name, url }: { name: string; url: string }) {
    const image = document.createElement('img')
    image.setAttribute('src', url)
    image.alt = name
    format('insertHTML', image.outerHTML)
  }

  return (
    <div className="vd-rich-input">
      <div role="toolbar" aria-label={`${field.label}的格式`}>
        <Tool label="加粗" disabled={disabled} onPress={() => format('bold')}>
          <b>B</b>
        </Tool>
        <Tool label="列表" disabled={disabled} onPress={() => format('insertUnorderedList')}>
          •≡
        </Tool>
        <Tool
          label="链接"
          disabled={disabled}
          onPress={() => {
            setAddress('')
            setProblem('')
            setAsking(true)
          }}
        >
          链接
        </Tool>
        <PictureTool label={field.label} disabled={disabled} onPicture={putPicture} />
      </div>
      <div
        ref={area}
        className="vd-rich-text"
        role="textbox"
        aria-multiline="true"
        aria-label={field.label}
        aria-placeholder={missing(field)}
        data-placeholder={missing(field)}
        data-empty={given === ''}
        contentEditable={!disabled}
        suppressContentEditableWarning
        onInput={tell}
        onSelect={remember}
        onKeyUp={remember}
        onPointerUp={remember}
        onBlur={() => {
          remember()
          onLeave()
        }}
        onPaste={(event) => {
          const html = event.clipboardData.getData('text/html')
          if (!html) return
          event.preventDefault()
          format('insertHTML', cleanHtml(html))
        }}
      />
      <Dialog
        visible={asking}
        title="插入链接"
        content={
          <>
            <Input
              className="vd-box"
              aria-label="链接地址"
              inputMode="url"
              placeholder="https://"
              value={address}
              onChange={(text) => {
                setAddress(text)
                setProblem('')
              }}
            />
            {problem && (
              <p role="alert" className="vd-error">
                {problem}
              </p>
            )}
          </>
        }
        onClose={() => setAsking(false)}
        actions={[
          [
            { key: 'cancel', text: '取消', onClick: () => setAsking(false) },
            { key: 'insert', text: '插入', bold: true, onClick: putLink },
          ],
        ]}
      />
    </div>
  )
}
