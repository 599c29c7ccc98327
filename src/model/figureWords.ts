/** A counted figure in words: on the pages of figures, and in what the manager is told in the morning. */
import type { CountedFigure, PanelAnswer } from './dashboard.ts'
import type { Figure } from './figure.ts'
import { grouped } from './money.ts'

/** 近 30 天, 今日; nothing for how things stand now. */
function whenOf(answer: PanelAnswer, figure: Figure): string {
  const kind = answer.kind === 'failed' ? answer.of : answer.kind
  if (kind === 'tile') return figure.at ? '今日' : ''
  const days = answer.kind === 'trend' ? answer.days.length : answer.kind === 'tile' ? undefined : answer.days
  return days ? `近 ${days} 天` : ''
}

/** 今日收入, 近 30 天订单, 待审提现 */
export const titleOf = (answer: PanelAnswer, figure: Figure): string => `${whenOf(answer, figure)}${figure.label}`

/** ¥ 1,234.50, or 1,234 笔. */
export const amountText = ({ sum, unit }: Figure, { amount }: Pick<CountedFigure, 'amount'>): string =>
  sum ? `¥ ${grouped(amount)}` : `${countText(Number(amount))} ${unit}`

export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** +12.5%, −3%, 持平; undefined where there is nothing to compare with. */
export function changeText(now: CountedFigure, before: CountedFigure): string | undefined {
  const [is, was] = [Number(now.amount), Number(before.amount)]
  if (!was) return undefined
  const percent = Math.round(((is - was) / was) * 1000) / 10
  if (!percent) return '持平'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
}
