/** The one rule of what formatted text may hold when it is kept. */
import sanitize from 'sanitize-html'
import { isLines, type Resource } from '#model/resource.ts'
import type { Field } from '#model/fields.ts'
import { STYLES } from '#model/richText.ts'
import { standing } from '#model/typed.ts'
import type { Row } from './hooks.ts'

/** What an editor of ours makes; scripts, handlers, frames and forms never pass. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption', 'colgroup', 'col'],
  ],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    td: ['colspan', 'rowspan', 'width'],
    th: ['colspan', 'rowspan', 'width'],
    col: ['width'],
    ol: ['start'],
  },
  allowedClasses: { code: [/^language-[\w-]{1,30}$/] },
  allowedStyles: { '*': Object.fromEntries(Object.entries(STYLES).map(([name, fits]) => [name, [fits]])) },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer' } }),
  },
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && /^data:(?!image\/(png|jpeg|gif|webp);base64,)/i.test(attribs.src ?? ''),
}

/** HTML that is safe to show. */
export const safeHtml = (html: string): string => sanitize(html, allowed)

/** Makes every formatted text of a record safe, those within lines too, before anything is done with it. */
export function makeSafe(resource: Pick<Resource, 'fields'>, row: Row): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (isLines(field)) for (const line of (row[name] as Row[] | null) ?? []) makeSafe({ fields: field.of }, line)
    else if (isHtml(standing(field, row)) && typeof row[name] === 'string') row[name] = safeHtml(row[name])
  }
}

const isHtml = (field: Field) => field.kind === 'richText'
