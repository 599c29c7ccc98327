/** How many next times of a Quartz expression are found in a second: what the editor's preview and the clock of every node do. */
import { nextRuns } from '#cron/index.ts'
import type { Figure } from './figure.ts'

const SECONDS = 2
const COUNT = 10
const from = new Date('2026-01-01T00:00:00+08:00')

const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  'every few minutes or days': ['0 0/5 * * * ?', '0 0 2 * * ?', '30 15 10 ? * MON-FRI', '0 0 9,18 1,15 * ?'],
  'rare: 29 February, fifth Friday, last weekday': ['0 0 0 29 2 ?', '0 0 12 ? * 6#5', '0 0 0 LW * ?', '0 0 0 L-3 * ?'],
  'never again': ['0 0 0 30 2 ?', '0 0 0 1 1 ? 2020'],
}

export async function* measure(): AsyncGenerator<Figure> {
  for (const [name, expressions] of Object.entries(EXPRESSIONS)) {
    let asked = 0
    let found = 0
    const begun = performance.now()
    while (performance.now() - begun < SECONDS * 1000)
      for (const expression of expressions) {
        found += nextRuns(expression, { from, count: COUNT, timeZone: 'Asia/Shanghai' }).length
        asked += 1
      }
    const seconds = (performance.now() - begun) / 1000
    yield {
      name: `cron, ${name}`,
      measured: `${Math.round(asked / seconds).toLocaleString('en-US')} expressions/s, ${Math.round(found / seconds).toLocaleString('en-US')} times/s`,
      target: '',
    }
  }
}
