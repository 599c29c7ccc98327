import type { FieldOf } from './fields.ts'
import { fromHundredths } from './money.ts'

/** 免费 5分钟，每小时 3.00元: what people read of figures kept as JSON; undefined for any other value. */
export function partsText({ parts }: Pick<FieldOf<'json'>, 'parts'>, value: unknown): string | undefined {
  if (!parts || typeof value !== 'object' || value === null) return undefined
  const figures = value as Readonly<Record<string, unknown>>
  return Object.entries(parts)
    .filter(([name]) => figures[name] !== null && figures[name] !== undefined)
    .map(([name, { label, unit }]) =>
      unit === '分' && /^-?\d+$/.test(String(figures[name]))
        ? `${label} ${fromHundredths(BigInt(String(figures[name])))}元`
        : `${label} ${String(figures[name])}${unit}`,
    )
    .join('，')
}

/** What a list has room for of JSON somebody typed: how many entries, and their names where they have some. */
export function jsonOutline(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return text
    const entries: unknown[] = Array.isArray(value) ? value : Object.keys(value)
    const names = entries.map(nameOf)
    return names.length && names.every(Boolean) ? `${names.length} 项：${names.join('、')}` : `${names.length} 项`
  } catch {
    return text
  }
}

const NAMES = ['text', 'label', 'title', 'name'] as const
const nameOf = (entry: unknown): string => {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  const named = entry as Readonly<Record<string, unknown>>
  const said = NAMES.map((name) => named[name]).find((name) => typeof name === 'string')
  return typeof said === 'string' ? said : ''
}
