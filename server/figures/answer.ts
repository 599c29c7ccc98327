/** A dashboard for a reader: the panels whose lists they may see, counted side by side. */
import type { CountedFigure, CountedPart, DashboardAnswer, PanelAnswer } from '#model/dashboard.ts'
import { DEPARTMENTS } from '#model/figure.ts'
import { filtersOfFigure, type Period } from '#model/figures.ts'
import { fromHundredths } from '#model/money.ts'
import { knownField, knownFigure, permissionOf } from '#model/resource.ts'
import type { Dashboard, Panel } from '#resources/dashboards.ts'
import { isConnectionLost } from '../db/sql-state.ts'
import { may } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Reading } from '../resource/list.ts'
import { addWords } from '../resource/words.ts'
import { localTime } from '../resource/write.ts'
import { departmentNames, nextWidth, rootOf } from './departments.ts'
import { countFigure, dayOf, oldestOf, type Counted, type Wanted } from './count.ts'

/** More parts than these are told together. */
const MOST_PARTS = 10
/** So many statements of one dashboard at once; with as many dashboards as the lane lets in they leave others their connections. */
export const AT_ONCE = 3
const DAY_MS = 86_400_000

export async function answerDashboard(reading: Reading, dashboard: Dashboard): Promise<DashboardAnswer> {
  const now = localTime(reading.services)
  const seen = dashboard.panels.filter(({ resource }) => may(reading.caller, permissionOf(resource, 'list')))
  const panels: PanelAnswer[] = []
  const rest = [...seen.entries()]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const [at, panel] = next
        panels[at] = await answerPanel(reading, panel, now).catch((error: unknown) => failed(reading, panel, error))
      }
    }),
  )
  return { at: now, panels }
}

/** A data rule that nobody can read, or a count that took too long, is no reason to show nothing; a database that is away is. */
function failed({ services }: Reading, panel: Panel, error: unknown): PanelAnswer {
  if (isConnectionLost(error)) throw error
  const known = error instanceof Refusal
  if (!known)
    services.log.error({ err: error, resource: panel.resource.name, figure: panel.figure }, '指标没有统计成功')
  return {
    kind: 'failed',
    of: panel.kind,
    resource: panel.resource.name,
    figure: panel.figure,
    ...(panel.kind === 'parts' && { by: panel.by }),
    ...(panel.kind !== 'tile' && panel.days && { days: panel.days }),
    message: known ? error.message : '这一项没有统计成功，稍后会自动再试',
  }
}

async function answerPanel(reading: Reading, panel: Panel, now: string): Promise<PanelAnswer> {
  const figure = knownFigure(panel.resource, panel.figure)
  const named = { resource: panel.resource.name, figure: panel.figure }
  const wanted: Wanted = { resource: panel.resource, figure }
  const counting = new Counting(reading, wanted, now)
  if (panel.kind === 'tile') return counting.tile().then((found) => ({ kind: 'tile', ...named, ...found }))
  if (panel.kind === 'trend') return counting.trend(panel.days).then((days) => ({ kind: 'trend', ...named, days }))
  return counting.parts(panel.by, panel.days).then((found) => ({
    kind: 'parts',
    ...named,
    by: panel.by,
    ...(figure.at && panel.days && { days: panel.days }),
    ...found,
  }))
}

const NOTHING: Counted = { key: '', count: 0, sum: 0n }
/** A day before or after another, both YYYY-MM-DD. */
export const daysFrom = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)

class Counting {
  private readonly today: string
  constructor(
    private readonly reading: Reading,
    private readonly wanted: Wanted,
    private readonly now: string,
  ) {
    this.today = dayOf(now)
  }

  async tile() {
    const { figure } = this.wanted
    if (!figure.at) return { now: await this.one(), ...(await this.oldest()) }
    const until = (days: number): Period => {
      const from = daysFrom(this.today, -days)
      return { from, to: `${from}${this.now.slice(10)}` }
    }
    return {
      now: await this.one({ from: this.today, to: this.today }),
      before: { day: await this.one(until(1)), week: await this.one(until(7)) },
    }
  }

  async trend(days: number) {
    const period = this.last(days)
    const found = await countFigure(this.reading, { ...this.wanted, period, by: 'day' }, this.today)
    const byDay = new Map(found.map((one) => [one.key, one]))
    return Array.from({ length: days }, (_, index) => {
      const day = daysFrom(period.from, index)
      return { day, ...this.told(byDay.get(day) ?? NOTHING, { period: { from: day, to: day } }) }
    })
  }

  async parts(by: string, days?: number) {
    const period = days && this.wanted.figure.at ? this.last(days) : undefined
    const root = by === DEPARTMENTS ? await rootOf(this.reading) : ''
    const width = nextWidth(root)
    const found = await countFigure(this.reading, { ...this.wanted, by, width, ...(period && { period }) }, this.today)
    const size = ({ count, sum }: Counted) => (this.wanted.figure.sum ? sum : BigInt(count))
    found.sort((one, other) =>
      size(one) < size(other) ? 1 : size(one) > size(other) ? -1 : one.key < other.key ? -1 : 1,
    )
    const [few, others] = [found.slice(0, MOST_PARTS), found.slice(MOST_PARTS)]
    const words = by === DEPARTMENTS ? await departmentNames(this.reading, few, root) : await this.words(by, few)
    const parts = few.map((one, index): CountedPart => {
      const text = words[index]
      // A list cannot be asked for records that have no value, nor for those of a department without what is below it.
      const value = by === DEPARTMENTS && one.key === root ? '' : one.key
      const part = value ? { part: { by, value } } : {}
      return { ...this.told(one, { ...(period && { period }), ...part }), value, ...(text && { text }) }
    })
    if (!others.length) return { parts }
    const together = others.reduce(
      (all, one) => ({ ...all, count: all.count + one.count, sum: all.sum + one.sum }),
      NOTHING,
    )
    const { amount, count } = this.told(together, {})
    return { parts, others: { amount, count } }
  }

  private last = (days: number): Period => ({ from: daysFrom(this.today, 1 - days), to: this.today })

  private async one(period?: Period): Promise<CountedFigure> {
    const [found = NOTHING] = await countFigure(this.reading, { ...this.wanted, ...(period && { period }) }, this.today)
    return this.told(found, period ? { period } : {})
  }

  private async oldest() {
    const oldest = await oldestOf(this.reading, this.wanted)
    return oldest === undefined ? {} : { oldest }
  }

  private told({ count, sum }: Counted, narrowed: Parameters<typeof filtersOfFigure>[1]): CountedFigure {
    const { figure } = this.wanted
    return {
      amount: figure.sum ? fromHundredths(sum) : String(count),
      count,
      filters: filtersOfFigure(figure, narrowed),
    }
  }

  private async words(by: string, found: readonly Counted[]): Promise<(string | undefined)[]> {
    const { resource } = this.wanted
    const rows = found.map(({ key }): Record<string, unknown> => ({ [by]: key || null }))
    await addWords(this.reading.services.db, { ...resource, fields: { [by]: knownField(resource, by) } }, rows)
    return rows.map((row) => (row[`${by}_dictText`] ? String(row[`${by}_dictText`]) : undefined))
  }
}
