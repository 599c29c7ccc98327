/** Errors as the log may have them: what people entered stands in statements, in their values and in the words of the database. */
import { DrizzleQueryError } from 'drizzle-orm'

/** Facts of the system, and of the database, that are nobody's values. */
const FACTS = [
  'code',
  'constraint',
  'schema',
  'table',
  'column',
  'syscall',
  'address',
  'port',
  'statusCode',
  'routine',
] as const

/** Class 22 repeats the value that it cannot read. */
const isBadValue = (error: Error) => /^22/.test(String((error as { code?: unknown }).code))

const wordsOf = (error: Error): string => {
  if (error instanceof DrizzleQueryError) return 'Failed query'
  return isBadValue(error) ? error.message.replace(/"[^]*"/, '"…"') : error.message
}

/** Where it came from. The stack of an error begins with its message. */
function stackOf(error: Error): string {
  const { message, name, stack = '' } = error
  const from = stack.indexOf(message)
  return `${name}: ${wordsOf(error)}${from < 0 ? '' : stack.slice(from + message.length)}`
}

function* withCauses(error: Error): Generator<Error> {
  const seen = new Set<unknown>()
  for (let at: unknown = error; at instanceof Error && !seen.has(at); at = at.cause) {
    seen.add(at)
    yield at
  }
}

/** Time limits and deadlocks say in it who waits for whom, and nobody's values. */
const isOfWaiting = (error: Error) => /^(40|57)/.test(String((error as { code?: unknown }).code))

const factsOf = (error: Error) =>
  Object.fromEntries([...FACTS, ...(isOfWaiting(error) ? (['detail'] as const) : [])].map((name) => [name, (error as unknown as Record<string, unknown>)[name]] as const).filter(([, value]) => value !== undefined)) // prettier-ignore

export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return loggedText(error)
  const causes = [...withCauses(error)]
  // What drizzle wraps says by itself what is wrong.
  const speaking = causes.filter((one) => !(one instanceof DrizzleQueryError && one.cause instanceof Error))
  return {
    type: speaking[0]?.constructor.name ?? error.name,
    message: speaking.map(wordsOf).join(': '),
    stack: causes.map(stackOf).join('\ncaused by: '),
    ...Object.assign({}, ...causes.toReversed().map(factsOf)),
    ...Object.assign(
      {},
      ...causes.map((one) => one instanceof AggregateError && { errors: one.errors.map(loggedError) }),
    ),
  }
}

/** The message alone, where somebody has logged no more of an error. */
const loggedText = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/Failed query: [^]*/, 'Failed query') : text
