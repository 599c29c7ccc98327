import Markdown from '#headless/records/Markdown.tsx'
import './rich-text.css'

/** Markdown to be read. */
export default function MarkdownText({ text }: { text: string }) {
  return <Markdown className="vd-rich-text" text={text} />
}
