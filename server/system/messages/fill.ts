/** Fills a template: names are replaced by values, and nothing is ever run. */
import { safeHtml } from '../../resource/safe-html.ts'
import { paragraphsOf } from '#model/richText.ts'
import { escapeHtml } from '../../notify/escape-html.ts'
import { refused } from '../../kernel/errors.ts'

export type Data = Readonly<Record<string, unknown>>

/** What a message may hold. */
const LONGEST = 50_000
const PLACE = /\$\{\s*([A-Za-z_]\w*(?:\.\w+)*)\s*\}/g

/** What the data say under `order.no`; undefined where they say nothing that can be read. */
function valueAt(data: Data, path: string): string | undefined {
  let found: unknown = data
  for (const name of path.split('.')) {
    // Own names only: what every object has by birth is no data.
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Data)[name]
  }
  return ['string', 'number', 'boolean'].includes(typeof found) ? String(found) : undefined
}

function filled(template: string, data: Data, write: (value: string) => string): string {
  const missing = [...template.matchAll(PLACE)].find(([, path]) => valueAt(data, path!) === undefined)
  if (missing) throw refused(`测试数据里没有“${missing[1]}”，请补上后再发送`)
  const length = [...template.matchAll(PLACE)].reduce((all, [, path]) => all + write(valueAt(data, path!)!).length, 0)
  if (template.length + length > LONGEST) throw refused(`填入数据后超过 ${LONGEST} 个字符，请缩短模板或数据`)
  // One pass: what a value says is never read as a template again.
  return template.replace(PLACE, (_, path: string) => write(valueAt(data, path)!))
}

/** The message as safe formatted text. */
export const messageOf = (template: string, isRich: boolean, data: Data): string =>
  isRich ? safeHtml(filled(template, data, escapeHtml)) : paragraphsOf(filled(template, data, (value) => value))
