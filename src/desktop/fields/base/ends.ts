/** The filters of both ends of a range. */
export const ends = (name: string) => [`${name}_begin`, `${name}_end`] as const
