/** Changes of a Markdown text at the place where it is being written. Pure: each gives the new text and what is chosen in it. */
export interface Written {
  text: string
  /** The chosen part, or the caret when both are one. */
  from: number
  to: number
}
export type Change = (written: Written) => Written

/** Puts a sign before and behind what is chosen: **粗**. */
export const around =
  (sign: string): Change =>
  ({ text, from, to }) => ({
    text: text.slice(0, from) + sign + text.slice(from, to) + sign + text.slice(to),
    from: from + sign.length,
    to: to + sign.length,
  })

/** Puts a sign at the beginning of every chosen line. */
export const before =
  (sign: string): Change =>
  ({ text, from, to }) => {
    const start = text.lastIndexOf('\n', from - 1) + 1
    const lines = text.slice(start, to).split('\n')
    return {
      text: text.slice(0, start) + lines.map((line) => sign + line).join('\n') + text.slice(to),
      from: from + sign.length,
      to: to + sign.length * lines.length,
    }
  }

/** Puts something in the place of what is chosen. */
export const instead =
  (piece: string): Change =>
  ({ text, from, to }) => ({
    text: text.slice(0, from) + piece + text.slice(to),
    from: from + piece.length,
    to: from + piece.length,
  })
