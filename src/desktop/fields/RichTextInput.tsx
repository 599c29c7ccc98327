import '@wangeditor-next/editor/dist/css/style.css'
import './rich-text.css'
import { createEditor, createToolbar, type IDomEditor, type IEditorConfig } from '@wangeditor-next/editor'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { cleanHtml } from '#headless/records/cleanHtml.ts'
import { useTextPictures } from '#headless/forms/useTextPictures.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from './types.ts'

/** Left out: what would not survive being saved (film, tick boxes), and what a dialog has no room for. */
const EXCLUDED = ['group-video', 'insertVideo', 'uploadVideo', 'todo', 'fullScreen', 'insertImage']
/** Buttons that open further ones show only a sign. */
const GROUPS: Readonly<Record<string, string>> = {
  'group-more-style': '更多格式',
  'group-justify': '对齐',
  'group-indent': '缩进',
  'group-image': '图片',
}
const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i

/** Formatted text. What it gives is HTML; nothing but an empty paragraph is nothing. */
export default function RichTextInput(props: InputProps<FieldOf<'richText'>>) {
  const { field, id, value, disabled, invalid } = props
  const { message } = App.useApp()
  const sendPicture = useTextPictures()
  const toolbar = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const editor = useRef<IDomEditor>(undefined)
  /** What the editor and the form last agreed on. */
  const agreed = useRef<{ html: string; value: string }>({ html: '', value: '' })
  const latest = useRef({ ...props, message, sendPicture })
  useEffect(() => {
    latest.current = { ...props, message, sendPicture }
  })

  useEffect(() => {
    const start = String(latest.current.value ?? '')
    const config: Partial<IEditorConfig> = {
      placeholder: missing(field),
      autoFocus: false,
      scroll: true,
      readOnly: Boolean(latest.current.disabled),
      sanitizeHtml: cleanHtml,
      customAlert: (text, type) => void latest.current.message[type](text),
      onChange: (changed) => {
        const html = changed.getHtml()
        if (html === agreed.current.html) return
        agreed.current = { html, value: changed.isEmpty() ? '' : html }
        latest.current.onChange(agreed.current.value || null)
      },
      onBlur: () => latest.current.onBlur?.(),
      MENU_CONF: {
        uploadImage: {
          allowedFileTypes: ['image/*'],
          customUpload: (file: File, insert: (url: string, alt: string, href: string) => void) =>
            void latest.current.sendPicture(file).then((url) => {
              if (!url) return
              if (editor.current === made) return insert(url, file.name, '')
              // The page was left and its editor is another one now.
              const image = document.createElement('img')
              image.src = url
              image.alt = file.name
              latest.current.onChange(`${String(latest.current.value ?? '')}<p>${image.outerHTML}</p>`)
            }),
        },
        insertLink: { checkLink },
        editLink: { checkLink },
      },
    }
    const place = area.current!.appendChild(document.createElement('div'))
    const tools = toolbar.current!.appendChild(document.createElement('div'))
    const made = createEditor({ selector: place, html: start, config, mode: 'default' })
    createToolbar({ editor: made, selector: tools, config: { excludeKeys: EXCLUDED }, mode: 'default' })
    agreed.current = { html: made.getHtml(), value: start }
    editor.current = made
    nameText(place, id, field.label)
    // The buttons are drawn a little later, and lists and dialogs whenever they open.
    const drawn = new MutationObserver(() => nameButtons(tools))
    drawn.observe(tools, { childList: true, subtree: true })
    return () => {
      editor.current = undefined
      drawn.disconnect()
      place.remove()
      tools.remove()
      // What the editor has put off until after drawing still asks for it.
      setTimeout(() => made.destroy())
    }
    // One editor as long as the field is there; what changes reaches it below.
  }, [field, id])

  useEffect(() => {
    const made = editor.current
    const given = String(value ?? '')
    // From outside: thrown away, or settled after somebody else's change.
    if (!made || given === agreed.current.value) return
    made.setHtml(given)
    agreed.current = { html: made.getHtml(), value: given }
  }, [value])

  useEffect(() => {
    if (disabled) editor.current?.disable()
    else editor.current?.enable()
  }, [disabled])

  return (
    <div className={invalid ? 'rich-text-input rich-text-wrong' : 'rich-text-input'} data-field={field.label}>
      <div ref={toolbar} className="rich-text-toolbar" role="toolbar" aria-label={`${field.label}的格式`} />
      <div ref={area} className="rich-text-area" />
    </div>
  )
}

const checkLink = (_text: string, url: string) => ADDRESS.test(url) || '链接应以 http://、https:// 或 / 开头'

/** What the editor leaves unsaid to a screen reader. */
function nameText(place: HTMLElement, id: string, label: string): void {
  const text = place.querySelector<HTMLElement>('[contenteditable]')
  for (const [name, value] of Object.entries({ id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label }))
    text?.setAttribute(name, value)
}

function nameButtons(tools: HTMLElement): void {
  for (const button of tools.querySelectorAll('button:not([aria-label])')) {
    const [tooltip] = (button.getAttribute('data-tooltip') ?? '').split('\n')
    const group = GROUPS[button.getAttribute('data-menu-key') ?? '']
    const words = button.querySelector('.title')?.textContent || group || tooltip || button.textContent
    if (words?.trim()) button.setAttribute('aria-label', words.trim())
  }
}
