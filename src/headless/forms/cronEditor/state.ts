/** The editor as a value: seven parts, the expression they make, and what is wrong with it. */
import { parseCron } from '#cron/parse.ts'
import { CronError, PARTS, type PartName } from '#cron/parts.ts'
import { LONGEST } from '#model/lengths.ts'
import { partText, readPart } from './modes.ts'
import { emptyOptions, type Mode, type PartOptions } from './options.ts'
import { followed } from './sideEffects.ts'

export type Parts = Readonly<Record<PartName, PartOptions>>

export interface CronEditorState {
  parts: Parts
  /** As typed, or as the parts make it. */
  expression: string
}

const expressionOf = (parts: Parts): string => PARTS.map((name) => partText(name, parts[name])).join(' ')

/** An expression that was loaded or typed selects the mode of each part; parts it lacks are empty. */
export function readExpression(text: string, before?: Parts): CronEditorState {
  const texts = text.length > LONGEST.text ? [] : text.trim().split(/\s+/)
  const pairs = PARTS.map((name, at) => [name, readPart(name, texts[at] ?? '', before?.[name] ?? emptyOptions(name))])
  const parts = Object.fromEntries(pairs) as unknown as Parts
  return { parts, expression: text.trim() ? text : expressionOf(parts) }
}

/** Changes what is set in a part, with everything that follows from it. */
export function changePart(state: CronEditorState, name: PartName, change: Partial<PartOptions>): CronEditorState {
  const parts = followed(state.parts, { ...state.parts, [name]: { ...state.parts[name], ...change } }, name)
  return { parts, expression: expressionOf(parts) }
}

/** Chooses a mode. What no other mode can say begins as what is there now. */
export const chooseMode = (state: CronEditorState, name: PartName, mode: Mode): CronEditorState =>
  changePart(state, name, {
    cronEvery: mode,
    ...(mode === 'typed' && { typed: partText(name, state.parts[name]) }),
  })

/** The text of one part, as it is typed: selects its mode like a loaded one. */
export function typePart(state: CronEditorState, name: PartName, text: string): CronEditorState {
  return changePart(state, name, readPart(name, text, state.parts[name]))
}

/** Why the expression cannot be used, in one sentence; undefined when it can. */
export function problemIn({ expression }: Pick<CronEditorState, 'expression'>): string | undefined {
  if (expression.length > LONGEST.text) return `最大长度${LONGEST.text}位字符`
  try {
    parseCron(expression)
  } catch (error) {
    if (error instanceof CronError) return error.message
    throw error
  }
}

/** What the record gets: one space between the parts. */
export const finished = ({ expression }: Pick<CronEditorState, 'expression'>): string =>
  expression.trim().replace(/\s+/g, ' ')
