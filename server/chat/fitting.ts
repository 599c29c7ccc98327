/** Texts cut to what a chat takes: WeCom counts bytes, both count Chinese characters as three of them. */

const size = (text: string) => Buffer.byteLength(text)

/** At most so many bytes, never half a character; what was cut ends in `…`. */
export function cutToBytes(text: string, most: number): string {
  if (size(text) <= most) return text
  let kept = ''
  let used = size('…')
  for (const sign of text) {
    used += size(sign)
    if (used > most) break
    kept += sign
  }
  return `${kept}…`
}

/** At most so many characters; of a long one the end stays, where numbers stand. */
export function cutInside(text: string, most: number): string {
  const signs = [...text]
  if (signs.length <= most) return text
  const end = Math.floor(most / 2)
  return `${signs.slice(0, most - end - 1).join('')}…${signs.slice(-end).join('')}`
}

/** At most so many characters. */
export function cut(text: string, most: number): string {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}
