import MarkdownIt from 'markdown-it'
import { useMemo } from 'react'
import SafeHtml from './SafeHtml.tsx'

// HTML within the text is shown as text, not made part of the page.
const reader = new MarkdownIt({ html: false, linkify: true, breaks: true })

/** Boxes of tasks as signs: nothing on a page that is read can be ticked. */
const withTasks = (text: string) =>
  text.replace(
    /^(\s*[-*+] )\[([ xX])\] /gm,
    (_, before: string, mark: string) => `${before}${mark === ' ' ? '☐' : '☑'} `,
  )

/** Markdown as it is read. */
export default function Markdown({ text, className }: { text: string; className?: string }) {
  const html = useMemo(() => reader.render(withTasks(text)), [text])
  return <SafeHtml html={html} {...(className && { className })} />
}
