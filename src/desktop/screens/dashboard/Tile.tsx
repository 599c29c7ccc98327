import { Link } from 'react-router-dom'
import { searchOf, type PanelOf } from '#headless/figures/panels.ts'
import type { CountedFigure } from '#model/dashboard.ts'
import { amountText, changeText, countText } from '#model/figureWords.ts'
import { menuUrl } from '#resources/menu.ts'

/** One number, what it was before, and since when the oldest waits. */
export function Tile({ panel }: { panel: PanelOf<'tile'> }) {
  const { answer, resource, figure, title } = panel
  const { now, before, oldest } = answer
  const to = (counted: CountedFigure) => `${menuUrl(resource)}${searchOf(counted.filters)}`
  const Before = ({ label, was }: { label: string; was: CountedFigure }) => (
    <div>
      <dt>{label}</dt>
      <dd>
        <Link to={to(was)}>{amountText(figure, was)}</Link> <span>{changeText(now, was)}</span>
      </dd>
    </div>
  )
  return (
    <section className="card tile" aria-label={title}>
      <h2>{title}</h2>
      <Link to={to(now)} className="big-number">
        {amountText(figure, now)}
      </Link>
      <dl>
        {figure.sum && (
          <div>
            <dt>共</dt>
            <dd>
              {countText(now.count)} {figure.unit}
            </dd>
          </div>
        )}
        {before && <Before label="昨日同期" was={before.day} />}
        {before && <Before label="上周同日" was={before.week} />}
        {oldest && (
          <div>
            <dt>最早</dt>
            <dd>{oldest.slice(0, 16)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
