/** What a person reads of a counted figure: words, numbers and where they lead. */
import type { CountedFigure, CountedPart, PanelAnswer } from '#model/dashboard.ts'
import { DEPARTMENTS, type Figure } from '#model/figure.ts'
import { amountText, countText, titleOf } from '#model/figureWords.ts'
import type { Field } from '#model/fields.ts'
import type { FigureFilters } from '#model/figures.ts'
import { kindOf } from '#model/kinds/index.ts'
import { knownField, knownFigure, type Resource } from '#model/resource.ts'
import { dashboards } from '#resources/dashboards.ts'
import type { Point } from './point.ts'

export interface Panel<A extends PanelAnswer = PanelAnswer> {
  key: string
  answer: A
  resource: Resource
  figure: Figure
  /** 近 30 天收入（按服务商） */
  title: string
}

const counted = new Map(
  Object.values(dashboards).flatMap(({ panels }) => panels.map(({ resource }) => [resource.name, resource])),
)

/** Without what a newer server counts and no dashboard here knows. */
export function panelsOf(answers: readonly PanelAnswer[]): Panel[] {
  return answers.flatMap((answer) => {
    const resource = counted.get(answer.resource)
    if (!resource) return []
    const figure = knownFigure(resource, answer.figure)
    const divided = 'by' in answer ? answer.by : undefined
    const by = divided ? `（按${divided === DEPARTMENTS ? '部门' : knownField(resource, divided).label}）` : ''
    return {
      key: [answer.kind, answer.kind === 'failed' && answer.of, answer.resource, answer.figure, divided].join('.'),
      answer,
      resource,
      figure,
      title: `${titleOf(answer, figure)}${by}`,
    }
  })
}

export type PanelOf<K extends PanelAnswer['kind']> = Panel<Extract<PanelAnswer, { kind: K }>>

export const ofKind = <K extends PanelAnswer['kind']>(panels: readonly Panel[], kind: K): PanelOf<K>[] =>
  panels.filter((panel): panel is PanelOf<K> => panel.answer.kind === kind)

/** Behind the address of a list. */
export const searchOf = (filters: FigureFilters): string => {
  const search = new URLSearchParams(Object.entries(filters)).toString()
  return search && `?${search}`
}

/** A line of a chart and of the table beside it. */
export interface ChartLine extends Point {
  /** How many records, where money is added up. */
  count?: string
  /** The list that holds it. */
  to?: string
}

/** `list`: the address of the resource's list. */
const lineOf = (panel: Panel, list: string, label: string, counted: CountedFigure): ChartLine => ({
  label,
  value: Number(counted.amount),
  text: amountText(panel.figure, counted),
  ...(panel.figure.sum && { count: countText(counted.count) }),
  to: `${list}${searchOf(counted.filters)}`,
})

/** `at`: when it was counted, local text; its own day is not over. */
export const trendLines = (panel: PanelOf<'trend'>, list: string, at: string): ChartLine[] =>
  panel.answer.days.map((day) => ({
    ...lineOf(panel, list, day.day, day),
    ...(at.startsWith(day.day) && { soFar: at.slice(11, 16) }),
  }))

/** What the mark beside the line is. */
export function soFarText(lines: readonly ChartLine[]): string | undefined {
  const soFar = lines.find((line) => line.soFar)?.soFar
  return soFar && `○ 今日截至 ${soFar}，一天还没有过完，不连进折线`
}

/** What cannot be asked for leads nowhere: records without a value, and those of a province that are of none of its cities. */
const isListed = ({ kind }: Field, value: string): boolean =>
  value !== '' && !(kind === 'area' && value.endsWith('0000'))

export const partLines = (panel: PanelOf<'parts'>, list: string): ChartLine[] =>
  panel.answer.parts.map((part) => {
    const { to, ...line } = lineOf(panel, list, partText(panel, part), part)
    return to && isListed(knownField(panel.resource, panel.answer.by), part.value) ? { ...line, to } : line
  })

/** Said beside the chart: what is not among its parts has no list of its own. */
export const othersText = ({ answer, figure }: PanelOf<'parts'>): string | undefined =>
  answer.others &&
  `以上是最多的 ${answer.parts.length} 项；没有列出的其余合计 ${amountText(figure, answer.others)}，不单独成列表`

function partText(panel: PanelOf<'parts'>, { value, text }: CountedPart): string {
  const field = knownField(panel.resource, panel.answer.by)
  if (!value) return text ?? '未填写'
  const told = text ?? kindOf(field).told(value, field)
  // A city is known without its province.
  return field.kind === 'area' ? told.slice(told.lastIndexOf('/') + 1).trim() : told
}
