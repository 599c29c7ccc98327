/** Hundredths (分, or 1/100 of a percent) to text with two decimals: 1205 → '12.05'. Exact for every bigint. */
export function fromHundredths(value: bigint | number): string {
  const fen = BigInt(value)
  const digits = (fen < 0n ? -fen : fen).toString().padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const MONEY = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

/** '12.5' → 1250n; undefined when the text is not an amount with at most two decimals. Blanks around it are not part of one. */
export function toHundredths(text: string | number): bigint | undefined {
  const found = MONEY.exec(String(text))
  if (!found) return undefined
  const fen = BigInt(found[2]!) * 100n + BigInt((found[3] ?? '').padEnd(2, '0'))
  return found[1] ? -fen : fen
}

/** The same of what has been checked already: throws where it is no amount. */
export function exactHundredths(text: string | number): bigint {
  const fen = toHundredths(text)
  if (fen === undefined) throw new Error(`${text} is no amount`)
  return fen
}

/** Of a value of whatever kind; nothing, and what is no amount, is 0n. */
export const hundredthsOr0 = (value: unknown): bigint =>
  typeof value === 'string' || typeof value === 'number' ? (toHundredths(value) ?? 0n) : 0n

/** '1234567.8' → '1,234,567.80' for eyes; anything else as it is. */
export function grouped(text: string | number): string {
  const fen = toHundredths(text)
  if (fen === undefined) return String(text)
  const [whole, rest] = fromHundredths(fen).split('.')
  return `${whole!.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}
