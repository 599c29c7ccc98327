export const textIn = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
export const orNothing = (text: string): string | null => (text === '' ? null : text)
