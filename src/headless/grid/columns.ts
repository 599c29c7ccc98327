import { cellTypes } from './cellTypes.ts'
import { choiceOf, type CellType, type Column, type FieldExtend, type GridColumn, type Statistic } from './column.ts'

/** What they show has always the same length. */
const NARROWEST: ReadonlySet<CellType> = new Set(['date', 'datetime'])
const BOTH: readonly Statistic[] = ['sum', 'average']
const EXTEND: { [T in 'sel_user' | 'sel_depart']: Required<FieldExtend> } = {
  sel_user: { store: 'username', text: 'realname', multiSelect: true },
  sel_depart: { store: 'id', text: 'departName', multiSelect: true },
}

/** Settings written as text by somebody else: what is not JSON says nothing. */
function extendOf({ fieldExtendJson, type }: GridColumn): Required<FieldExtend> {
  const usual = type === 'sel_depart' ? EXTEND.sel_depart : EXTEND.sel_user
  if (!fieldExtendJson) return usual
  if (typeof fieldExtendJson !== 'string') return { ...usual, ...fieldExtendJson }
  try {
    return { ...usual, ...(JSON.parse(fieldExtendJson) as FieldExtend) }
  } catch {
    return usual
  }
}

const pixels = (width: number | string | undefined, usual: number): number => {
  const given = typeof width === 'string' && !width.endsWith('%') ? parseFloat(width) : Number(width)
  return given > 0 ? given : usual
}

/** Fills in what a description leaves out. */
export function columnOf(given: GridColumn): Column {
  const { statistics = [], options, width, fieldExtendJson: _, ...rest } = given
  const type = given.type ?? 'normal'
  const rule = cellTypes[type]
  return {
    ...rest,
    type,
    field: given.field ?? given.key,
    title: given.title ?? '',
    width: Math.max(pixels(width, rule.width), NARROWEST.has(type) || rule.enters === 'files' ? rule.minWidth : 0),
    minWidth: rule.minWidth,
    choices: options?.map(choiceOf),
    given: new Map(options?.map(({ value }) => [String(value), value])),
    statistics: statistics === true ? BOTH : statistics === false ? [] : statistics,
    extend: extendOf(given),
    required: given.validateRules?.some(({ required }) => required) ?? false,
  }
}
