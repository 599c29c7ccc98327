import SafeHtml from '#headless/records/SafeHtml.tsx'
import './rich-text.css'

/** Formatted text to be read. */
export default function RichText({ html }: { html: string }) {
  return <SafeHtml className="vd-rich-text" html={html} />
}
