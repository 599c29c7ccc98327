/** More help nobody, and whoever sends what is wrong chooses how many there are and how long. */
const MOST = 5
const LONGEST = 50

const cut = (name: string) => (name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name)

/** Names from outside, for a sentence: `a、b`, `a、b、c、d、e 等 12000 个`. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, MOST).map(cut).join('、') + (names.length > MOST ? ` 等 ${names.length} 个` : '')

/** Sentences about what is wrong, for one message: five at most, each once, then how many more there are. */
export function summed(sentences: readonly string[]): string {
  const each = [...new Set(sentences)]
  const more = each.length - MOST
  return each.slice(0, MOST).join('；') + (more > 0 ? `；还有 ${more} 处问题` : '')
}
