/** What formatted text may hold: one list for the server, which keeps nothing else, and for the page, which shows nothing else. */

/** Properties of a `style` attribute. Nothing that moves a piece out of its place or fetches anything. */
export const STYLES: Readonly<Record<string, RegExp>> = {
  color: /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]+)$/i,
  'background-color': /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]+)$/i,
  'text-align': /^(left|right|center|justify)$/,
  'text-indent': /^\d+(\.\d+)?(px|em)$/,
  'padding-left': /^\d+(\.\d+)?(px|em)$/,
  'font-family': /^[\p{L}\p{N}\s,"'-]{1,100}$/u,
  'font-size': /^\d+(\.\d+)?(px|em|rem|pt|%)$/,
  'font-weight': /^(bold|normal|[1-9]00)$/,
  'font-style': /^(italic|normal)$/,
  'text-decoration': /^[a-z -]+$/,
  'line-height': /^\d+(\.\d+)?(px|em|%)?$/,
  'table-layout': /^(auto|fixed)$/,
  width: /^(auto|\d+(\.\d+)?(px|%))$/,
  height: /^(auto|\d+(\.\d+)?(px|%))$/,
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const LAST_CHARACTER = 0x10ffff

const characterOf = (
  entity: string,
  name: string | undefined,
  decimal: string | undefined,
  hex: string | undefined,
) => {
  if (name) return ENTITIES[name.toLowerCase()]!
  const code = decimal ? Number(decimal) : parseInt(hex!, 16)
  return code <= LAST_CHARACTER ? String.fromCodePoint(code) : entity
}

const visible = (html: string) =>
  html.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ').replace(/<!--[\s\S]*?(-->|$)/g, '')

const textIn = (html: string) =>
  html
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&(?:(nbsp|lt|gt|quot|apos|amp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, characterOf)

/** Words on one line. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The words of formatted text on one line. They are text: whoever shows them as HTML must escape them again. */
export const wordsOf = (html: string): string =>
  onOneLine(textIn(visible(html).replace(/<(br|hr|\/(p|div|li|tr|td|th|h\d|blockquote|pre))\b/gi, ' $&')))

/** The same with a line for each paragraph. */
export const linesOf = (html: string): string =>
  onOneLine(visible(html))
    // The last break of a paragraph shows nothing, and what ends together is one end.
    .replace(/<br\b[^>]*>\s*(?=<\/(p|div|li|td|th|h\d|blockquote|pre)\b)/gi, '')
    .replace(/(<\/(td|th)\b[^>]*>\s*)+(?!\s*<\/)/gi, ' ')
    .replace(
      /<(br|hr)\b[^>]*>|(<\/(p|div|li|tr|td|th|h\d|blockquote|pre|ul|ol|table|tbody|thead)\b[^>]*>\s*)+/gi,
      LINE_END,
    )
    .split(LINE_END)
    .map((line) => onOneLine(textIn(line)))
    .join('\n')
    .trim()
const LINE_END = '\u0000'

/** Nothing but paragraphs of text: a cell says all of it. */
export const isPlain = (html: string): boolean => !/<(?!\/?(p|br)\s*\/?>)[a-z/!]/i.test(html)

/** An editor that was emptied still holds a paragraph. */
export const hasContent = (html: string): boolean => wordsOf(html) !== '' || /<(img|hr|table)\b/i.test(html)

/** Plain text as formatted text: a paragraph a line. */
export const paragraphsOf = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `<p>${line.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) || '<br>'}</p>`)
    .join('')
