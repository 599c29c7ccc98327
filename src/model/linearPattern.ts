/**
 * Patterns that people write into settings, matched without the risk of `(a+)+$`: a JavaScript pattern may need time
 * exponential in the text. Where that can be ruled out the browser's own engine matches; otherwise all states of an
 * automaton walk through the text together, in time proportional to states × characters.
 */

/** The pattern cannot be used; the message says why. */
export class PatternError extends Error {}

const MOST_STATES = 20_000
const MOST_SOURCE = 1000
/** Ways to try that the browser's engine may be given: about a millisecond. */
const MOST_WAYS = 50_000

type Node =
  | { kind: 'char'; test: number }
  | { kind: 'at'; fits: (text: string, at: number) => boolean }
  | { kind: 'look'; index: number; negate: boolean; body: Node }
  | { kind: 'all'; of: Node[] }
  | { kind: 'any'; of: Node[] }
  | { kind: 'repeat'; of: Node; min: number; max: number }

/** What stands in a look-around, matched on its own first. `ahead` is walked from the end of the text. */
interface Look {
  ahead: boolean
  program: Program
}

interface Parsed {
  root: Node
  looks: { body: Node; ahead: boolean }[]
  tests: string[]
}

const isWord = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
const edge = (text: string, at: number) =>
  (at > 0 && isWord(text.charCodeAt(at - 1))) !== (at < text.length && isWord(text.charCodeAt(at)))
const atStart = (_: string, at: number) => at === 0
const atEnd = (text: string, at: number) => at === text.length

/** Length in the source of what begins with a backslash. */
const ESCAPES: readonly [begins: RegExp, length: number][] = [
  [/^\\x[0-9a-fA-F]{2}/, 4],
  [/^\\u[0-9a-fA-F]{4}/, 6],
  [/^\\c[a-zA-Z]/, 3],
]
const LOOKS: readonly [opens: string, ahead: boolean, negate: boolean][] = [
  ['(?=', true, false],
  ['(?!', true, true],
  ['(?<=', false, false],
  ['(?<!', false, true],
]

function parse(source: string): Parsed {
  let at = 0
  const tests: string[] = []
  const looks: Parsed['looks'] = []
  const known = new Map<string, number>()
  const has = (text: string) => source.startsWith(text, at)

  const char = (atom: string): Node => {
    if (!known.has(atom)) known.set(atom, tests.push(atom) - 1)
    return { kind: 'char', test: known.get(atom)! }
  }
  function either(): Node {
    const of = [sequence()]
    while (has('|')) {
      at++
      of.push(sequence())
    }
    return of.length === 1 ? of[0]! : { kind: 'any', of }
  }
  function sequence(): Node {
    const of: Node[] = []
    while (at < source.length && !has('|') && !has(')')) of.push(quantified(term()))
    return of.length === 1 ? of[0]! : { kind: 'all', of }
  }
  function quantified(of: Node): Node {
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at, at + 40))
    if (!found) return of
    at += found[0].length
    const [, sign, least, comma, most] = found
    if (sign) return { kind: 'repeat', of, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    return { kind: 'repeat', of, min: Number(least), max: most ? Number(most) : comma ? Infinity : Number(least) }
  }
  function inside(opens: string): Node {
    at += opens.length
    const body = either()
    at++
    return body
  }
  function term(): Node {
    for (const [opens, ahead, negate] of LOOKS)
      if (has(opens)) {
        const body = inside(opens)
        return { kind: 'look', index: looks.push({ body, ahead }) - 1, negate, body }
      }
    if (has('(?:')) return inside('(?:')
    if (has('(')) return inside(/^\((?:\?<\w+>)?/.exec(source.slice(at))![0])
    if (has('^')) return step(1, { kind: 'at', fits: atStart })
    if (has('$')) return step(1, { kind: 'at', fits: atEnd })
    if (has('\\b')) return step(2, { kind: 'at', fits: edge })
    if (has('\\B')) return step(2, { kind: 'at', fits: (text, place) => !edge(text, place) })
    if (has('\\')) return escape()
    if (has('[')) return charClass()
    if (has('.')) return step(1, char('.'))
    return step(1, char(source[at]!.replace(/[\]{}/]/, '\\$&')))
  }
  const step = (length: number, node: Node): Node => {
    at += length
    return node
  }
  function escape(): Node {
    const rest = source.slice(at, at + 6)
    if (/^\\(?:[1-9]|k)/.test(rest)) throw new PatternError('正则表达式不能使用反向引用')
    const length = ESCAPES.find(([begins]) => begins.test(rest))?.[1] ?? 2
    return step(length, char(rest.slice(0, length)))
  }
  function charClass(): Node {
    let end = at + 1
    while (source[end] !== ']') end += source[end] === '\\' ? 2 : 1
    const atom = source.slice(at, end + 1)
    return step(atom.length, char(atom))
  }
  return { root: either(), looks, tests }
}

/** How many ways an engine that goes back could try on `length` characters. */
function ways(node: Node, length: number): number {
  if (node.kind === 'char' || node.kind === 'at') return 1
  if (node.kind === 'look') return ways(node.body, length)
  if (node.kind === 'all') return node.of.reduce((product, one) => product * ways(one, length), 1)
  if (node.kind === 'any') return node.of.reduce((sum, one) => sum + ways(one, length), 0)
  const each = ways(node.of, length)
  const most = Math.min(node.max, Math.max(length, node.min) + 1)
  let sum = 0
  for (let times = node.min; times <= most && sum <= MOST_WAYS; times++) sum += each ** times
  return sum
}

const MATCH = -1
const SPLIT = -2
const AT = -3
const LOOK = -4

/** Instructions side by side: `op` ≥ 0 tests one character, `to` and `or` are where it goes on. */
interface Program {
  op: number[]
  to: number[]
  or: number[]
  at: ((text: string, at: number) => boolean)[]
}

/** Built from the end: `emit` returns where a node begins, given where it goes on. */
function compile(root: Node, backward: boolean): Program {
  const program: Program = { op: [], to: [], or: [], at: [] }
  const push = (op: number, to: number, or = 0) => {
    program.op.push(op)
    program.to.push(to)
    return program.or.push(or) - 1
  }
  let emitted = 0
  const emit = (node: Node, next: number): number => {
    // Not the states: repeating what is empty adds none and still takes time.
    if (++emitted > MOST_STATES) throw new PatternError('正则表达式过于复杂')
    if (node.kind === 'char') return push(node.test, next)
    if (node.kind === 'at') return push(AT, next, program.at.push(node.fits) - 1)
    if (node.kind === 'look') return push(LOOK, next, node.index * 2 + Number(node.negate))
    if (node.kind === 'any')
      return node.of.map((one) => emit(one, next)).reduce((left, right) => push(SPLIT, left, right))
    if (node.kind === 'all')
      return (backward ? node.of : [...node.of].reverse()).reduce((on, one) => emit(one, on), next)
    return repeat(node, next)
  }
  const repeat = ({ of, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number => {
    let on = next
    if (max === Infinity) {
      const loop = push(SPLIT, 0, next)
      program.to[loop] = emit(of, loop)
      on = loop
    } else for (let times = min; times < max; times++) on = push(SPLIT, emit(of, on), next)
    for (let times = 0; times < min; times++) on = emit(of, on)
    return on
  }
  const start = emit(root, push(MATCH, 0))
  // The walk begins at the last instruction.
  push(SPLIT, start, start)
  return program
}

const PLAIN_CODES = 256

/** Does one character fit an atom? The atom itself is harmless, so the browser's engine may say. */
function tester(atom: string, flags: string): (code: number) => boolean {
  const pattern = new RegExp(`^(?:${atom})$`, flags)
  const plain = Uint8Array.from({ length: PLAIN_CODES }, (_, code) => Number(pattern.test(String.fromCharCode(code))))
  return (code) => (code < PLAIN_CODES ? plain[code] === 1 : pattern.test(String.fromCharCode(code)))
}

/**
 * All states at once over the text, beginning anew at every place. `hear` is told every place where a match ends and
 * ends the walk by answering true.
 */
function walk(
  program: Program,
  tests: readonly ((code: number) => boolean)[],
  text: string,
  holds: readonly Uint8Array[],
  backward: boolean,
  hear: (at: number) => boolean,
): void {
  const { op, to, or } = program
  const seen = new Int32Array(op.length).fill(-1)
  const waiting: number[] = []
  let now: number[] = []
  let next: number[] = []
  for (let step = 0; step <= text.length; step++) {
    const at = backward ? text.length - step : step
    let matched = false
    waiting.push(op.length - 1, ...now)
    now.length = 0
    while (waiting.length) {
      const state = waiting.pop()!
      if (seen[state] === step) continue
      seen[state] = step
      const does = op[state]!
      if (does >= 0) now.push(state)
      else if (does === MATCH) matched = true
      else if (does === SPLIT) waiting.push(to[state]!, or[state]!)
      else if (does === AT ? program.at[or[state]!]!(text, at) : looked(holds, or[state]!, at)) waiting.push(to[state]!)
    }
    if (matched && hear(at)) return
    if (step === text.length) return
    const code = text.charCodeAt(backward ? at - 1 : at)
    next.length = 0
    for (const state of now) if (tests[op[state]!]!(code)) next.push(to[state]!)
    ;[now, next] = [next, now]
  }
}

const looked = (holds: readonly Uint8Array[], coded: number, at: number) =>
  (holds[coded >> 1]![at] === 1) !== ((coded & 1) === 1)

export interface LinearPattern {
  fits(text: string): boolean
  /** For tests: without the browser's engine. */
  fitsLinear(text: string): boolean
}

const WRITTEN = /^\/(.+)\/([a-z]*)$/s

/**
 * Reads a pattern as JavaScript would, also written `/…/i`. Back references, the flags u, v, m and y and patterns that
 * are too large throw a PatternError.
 */
export function linearPattern(pattern: string | RegExp): LinearPattern {
  const [, source, given] =
    typeof pattern === 'string' ? (WRITTEN.exec(pattern) ?? ['', pattern, '']) : ['', pattern.source, pattern.flags]
  const flags = given.replaceAll('g', '')
  if (source.length > MOST_SOURCE) throw new PatternError('正则表达式过长')
  if (/[^is]/.test(flags)) throw new PatternError(`正则表达式不支持修饰符 ${flags}`)
  const native = nativeOf(source, flags)
  const { root, looks, tests } = parse(source)
  // Too large a pattern is refused here, where it is written, not where it first meets a text.
  const program = compile(root, false)
  const around: Look[] = looks.map(({ body, ahead }) => ({ ahead, program: compile(body, ahead) }))
  const fit = tests.map((atom) => tester(atom, flags))

  function fitsLinear(text: string): boolean {
    const holds: Uint8Array[] = []
    for (const { program: body, ahead } of around) {
      const places = new Uint8Array(text.length + 1)
      walk(body, fit, text, holds, ahead, (at) => {
        places[at] = 1
        return false
      })
      holds.push(places)
    }
    let found = false
    walk(program, fit, text, holds, false, () => (found = true))
    return found
  }
  /** By the power of two above the length: may the browser's engine try? */
  const harmless: boolean[] = []
  return {
    fits(text) {
      const size = 32 - Math.clz32(text.length)
      const may = (harmless[size] ??= ways(root, 2 ** size) * 2 ** size <= MOST_WAYS)
      return may ? native.test(text) : fitsLinear(text)
    },
    fitsLinear,
  }
}

function nativeOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags)
  } catch {
    throw new PatternError('正则表达式有误')
  }
}
