import { types } from 'pg'

type Parser = (text: string) => unknown

/** 'YYYY-MM-DD HH:mm:ss' in the session's time zone, which every connection sets to the platform's. */
const instant: Parser = (text) =>
  /^\d{4,}-/.test(text) && !text.endsWith(' BC') ? text.replace(/[.+].*$|(?<=:\d\d)-.*$/, '') : text
const wholeNumber: Parser = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
const timeOfDay: Parser = (text) => text.slice(0, 8)
const asIs: Parser = (text) => text

// The published type of arrayParser is of another version than the code.
const arrays = types.arrayParser as unknown as { create(text: string, parse: Parser): { parse(): unknown[] } }
const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    arrays.create(text, parse).parse()

const parsers: Record<number, Parser> = {
  20: wholeNumber, // int8
  1016: arrayOf(wholeNumber),
  1082: asIs, // date
  1182: arrayOf(asIs),
  1083: timeOfDay,
  1183: arrayOf(timeOfDay),
  1266: timeOfDay, // timetz
  1114: instant, // timestamp
  1115: arrayOf(instant),
  1184: instant, // timestamptz
  1185: arrayOf(instant),
  1186: asIs, // interval
  1187: arrayOf(asIs),
  1231: arrayOf(asIs), // numeric[]; numeric alone is a string already
}

/** The same values from both databases and through drizzle; given to each pool, not set for the whole process. */
export const valueTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : parsers[oid]
    return own ?? (types.getTypeParser(oid, format) as Parser)
  },
}

/** Every value as PostgreSQL's own text: what a backup holds. */
export const textTypes = { getTypeParser: () => asIs }
