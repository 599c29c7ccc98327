import { Toast } from 'antd-mobile'
import type { Notice } from '#headless/notices.ts'
import './imperative.ts'

const READING_MS_PER_SIGN = 90

/** Long enough to be read. */
const duration = (text: string) => Math.min(8000, Math.max(2000, 800 + text.length * READING_MS_PER_SIGN))

export function toast({ tone, title, text }: Omit<Notice, 'id'>): void {
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
