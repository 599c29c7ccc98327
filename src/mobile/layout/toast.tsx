import { Toast } from 'antd-mobile'
import type { Notice } from '#headless/connection/notices.ts'
import './imperative.ts'

const READING_MS_PER_SIGN = 90

/** Long enough to be read. */
const duration = (text: string) => Math.min(8000, Math.max(2000, 800 + text.length * READING_MS_PER_SIGN))

const SEEN_MS = 1500
let free = 0

/** There is room for one: the next waits until this one was seen. */
export function toast(notice: Omit<Notice, 'id'>): void {
  const now = Date.now()
  setTimeout(() => show(notice), Math.max(0, free - now))
  free = Math.max(free, now) + SEEN_MS
}

function show({ tone, title, text }: Omit<Notice, 'id'>): void {
  Toast.show({
    icon: tone === 'success' && !title ? 'success' : undefined,
    content: title ? (
      <>
        <strong>{title}</strong>
        <br />
        {text}
      </>
    ) : (
      text
    ),
    duration: duration(text),
    // A greeting stands aside; what went wrong stands in the middle.
    position: title && tone !== 'error' ? 'top' : 'center',
    maskClickable: true,
  })
}
