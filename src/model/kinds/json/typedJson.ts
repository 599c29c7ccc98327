/** What a text that is no JSON is kept under, like a value: a check refuses it, and a draft brings it back as it was typed. */
const UNREADABLE = '$unreadable'

/** The value a typed text means; nothing when nothing is typed. */
export function typedJson(text: string): unknown {
  if (!text.trim()) return null
  try {
    return JSON.parse(text)
  } catch {
    return { [UNREADABLE]: text }
  }
}

/** The text of what is no JSON; undefined of any other value. */
export function unreadableJson(value: unknown): string | undefined {
  const text = typeof value === 'object' && value !== null && Object.entries(value)
  return text && text.length === 1 && text[0]![0] === UNREADABLE ? String(text[0]![1]) : undefined
}

/** What is typed, as long as it means the value; else, when that came from elsewhere, the value as it is written. */
export function jsonToType(value: unknown, typed: string | undefined): string {
  const written = value === null || value === undefined ? '' : (unreadableJson(value) ?? JSON.stringify(value, null, 2))
  return typed !== undefined && JSON.stringify(typedJson(typed)) === JSON.stringify(value ?? null) ? typed : written
}
