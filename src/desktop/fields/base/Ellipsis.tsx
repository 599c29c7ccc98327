/** Characters of a text in a list, and in a selection modal. */
export const LONG = 25
export const LONG_IN_PICKER = 12

/** What is written of a text and, where that is not all of it, what hovering shows. */
export function cut(text: string, length = LONG): { title?: string; children: string } {
  return text.length > length ? { title: text, children: `${text.slice(0, length)}…` } : { children: text }
}

/** Cut where there is no more room, whole on hover. */
export function Ellipsis({ text, length = LONG }: { text: string; length?: number }) {
  const { title, children } = cut(text, length)
  return title ? <span title={title}>{children}</span> : children
}
