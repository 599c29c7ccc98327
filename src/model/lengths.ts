/** The most characters of a value where its field does not say: checks refuse more, and inputs let it be typed so that they say so. */
export const LONGEST = { text: 255, longText: 5000, richText: 50_000, id: 36, many: 4000 } as const

/** Digits that a number keeps exactly, here and in the cell of a sheet. */
export const EXACT_DIGITS = 15

/** What is said of a text that has more characters. */
export const tooLong = (length: number): string => `最大长度${length}位字符`
