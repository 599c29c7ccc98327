/**
 * The values a field may have, by name: code says `withdrawStates.waiting`, the database and the wire say `'0'`, people
 * read 待审核. The dictionary that staff see is made from it, so value, text, colour and order are said once.
 */
export type DictionaryItem = readonly [value: string, text: string, color?: string]

export interface Dictionary<Code extends string = string> {
  readonly code: Code
  readonly name: string
  readonly items: readonly DictionaryItem[]
}

/** Where the choices keep their dictionary: beside the names, never among them. */
const DICTIONARY: unique symbol = Symbol('dictionary')

export type Choices = { readonly [name: string]: string | number } & { readonly [DICTIONARY]: Dictionary }
export type NameIn<C> = keyof C & string
export type ValueIn<C> = C[NameIn<C>]

type Item = readonly [value: string | number, text: string, color?: string]
type Made<Code extends string, I extends Readonly<Record<string, Item>>> = {
  readonly [N in keyof I]: I[N][0]
} & { readonly [DICTIONARY]: Dictionary<Code> }

/** `choices('pb_withdraw_status', '提现状态', { waiting: ['0', '待审核', 'orange'] })`. Values that are numbers travel as numbers. */
export const choices = <const Code extends string, const I extends Readonly<Record<string, Item>>>(
  code: Code,
  name: string,
  items: I,
): Made<Code, I> =>
  ({
    ...Object.fromEntries(Object.entries(items).map(([key, [value]]) => [key, value])),
    [DICTIONARY]: {
      code,
      name,
      items: Object.values(items).map(([value, ...rest]): DictionaryItem => [String(value), ...rest]),
    },
  }) as unknown as Made<Code, I>

/** What people read for a value that the items are known to have. */
export function textIn<const I extends readonly DictionaryItem[]>(items: I, value: I[number][0]): string {
  const item = items.find(([own]) => own === value)
  if (!item) throw new Error(`There is no item ${value}`)
  return item[1]
}

export const dictionaryOf = <Code extends string>(made: {
  readonly [DICTIONARY]: Dictionary<Code>
}): Dictionary<Code> => made[DICTIONARY]

/** Their dictionaries, by code. */
export const dictionariesOf = <Code extends string>(
  ...made: readonly { readonly [DICTIONARY]: Dictionary<Code> }[]
): Record<Code, Dictionary> => {
  const all: Record<string, Dictionary> = Object.fromEntries(
    made.map(({ [DICTIONARY]: dictionary }) => [dictionary.code, dictionary]),
  )
  return all
}

/** The value of that name as text, as records are compared by. */
export const valueOf = (made: Choices, name: string): string => {
  if (!Object.hasOwn(made, name)) throw new Error(`${dictionaryOf(made).code} has no choice named ${name}`)
  return String(made[name])
}
