import { SpreadsheetError } from './refusal.ts'

export interface XmlHandlers {
  /** Names come without their namespace prefix. `attributes` is the raw text between the name and the bracket. */
  open: (name: string, attributes: string) => void
  close?: (name: string) => void
  /** One text may come in several pieces, entities decoded. */
  text?: (text: string) => void
}

const MAX_MARKUP = 1024 * 1024

/** Reads XML as it arrives and keeps none of it. A document type declaration is refused: nothing in a workbook needs one. */
export async function scanXml(source: AsyncIterable<Buffer>, { open, close, text }: XmlHandlers) {
  let decoder: TextDecoder | undefined
  let rest = ''
  let depth = 0

  const scan = (xml: string) => {
    let at = 0
    while (at < xml.length) {
      if (xml.charCodeAt(at) !== 60 /* < */) {
        const next = xml.indexOf('<', at)
        let end = next < 0 ? xml.length : next
        if (next < 0) {
          // Half an entity waits for its other half
          const entity = xml.lastIndexOf('&')
          if (entity >= at && end - entity < 16 && !xml.includes(';', entity)) end = entity
        }
        if (end > at) text?.(decode(xml.slice(at, end)))
        at = end
        if (next < 0) break
      }
      const end = markupEnd(xml, at)
      if (end < 0) {
        if (xml.length - at > MAX_MARKUP) throw new SpreadsheetError('broken')
        break
      }
      const second = xml.charCodeAt(at + 1)
      if (second === 47 /* / */) {
        depth--
        close?.(local(xml.slice(at + 2, end - 1).trimEnd()))
      } else if (second === 33 /* ! */) {
        if (xml.startsWith('<![CDATA[', at)) text?.(xml.slice(at + 9, end - 3))
        else if (!xml.startsWith('<!--', at)) throw new SpreadsheetError('broken')
      } else if (second !== 63 /* ? */) {
        const closed = xml.charCodeAt(end - 2) === 47
        const inner = xml.slice(at + 1, closed ? end - 2 : end - 1)
        const space = inner.search(/\s/)
        const name = local(space < 0 ? inner : inner.slice(0, space))
        open(name, space < 0 ? '' : inner.slice(space))
        if (closed) close?.(name)
        else depth++
      }
      at = end
    }
    return xml.slice(at)
  }

  for await (const chunk of source) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    rest = scan(rest + decoder.decode(chunk, { stream: true }))
  }
  if (rest.trim() || depth !== 0) throw new SpreadsheetError('broken')
}

const encodingOf = ([first, second]: Buffer) =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

/** Where the markup starting at `at` ends, or -1 when the rest of it has not arrived. */
function markupEnd(xml: string, at: number) {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at + 4)
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at + 9)
  if (xml.length - at < 9 && ('<!--'.startsWith(xml.slice(at)) || '<![CDATA['.startsWith(xml.slice(at)))) return -1
  let quote = 0
  for (let i = at + 1; i < xml.length; i++) {
    const c = xml.charCodeAt(i)
    if (quote) quote = c === quote ? 0 : quote
    else if (c === 34 || c === 39) quote = c
    else if (c === 62 /* > */) return i + 1
  }
  return -1
}

function after(xml: string, mark: string, from: number) {
  const found = xml.indexOf(mark, from)
  return found < 0 ? -1 : found + mark.length
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** The value of an attribute, whatever its namespace prefix. */
export function attribute(attributes: string, wanted: string): string | undefined {
  for (let at = 0; ;) {
    const equals = attributes.indexOf('=', at)
    if (equals < 0) return
    let start = equals + 1
    while (attributes[start] === ' ') start++
    const end = attributes.indexOf(attributes[start] === "'" ? "'" : '"', start + 1)
    if (end < 0) return
    const name = attributes.slice(at, equals).trim()
    if (name === wanted || (name.endsWith(`:${wanted}`) && !name.startsWith('xmlns:'))) {
      return decode(attributes.slice(start + 1, end))
    }
    at = end + 1
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string) =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
        (whole, hex?: string, decimal?: string, name?: string) => {
          if (name) return entities[name.toLowerCase()]!
          const code = hex ? parseInt(hex, 16) : Number(decimal)
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole
        },
      )
    : text
