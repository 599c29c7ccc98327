import { searchOf, type PanelOf } from '#headless/figures/panels.ts'
import type { CountedFigure } from '#model/dashboard.ts'
import { amountText, changeText, countText } from '#model/figureWords.ts'
import { useGo } from '../../layout/go.ts'
import { addressOf } from '../../layout/places.ts'

/** Numbers under the thumb; a tap on one opens the list that holds it. */
export function Tile({ panel }: { panel: PanelOf<'tile'> }) {
  const go = useGo()
  const { answer, resource, figure, title } = panel
  const { now, before, oldest } = answer
  const open = ({ filters }: CountedFigure) => go.to(`${addressOf(resource)}${searchOf(filters)}`)
  const Before = ({ label, was }: { label: string; was: CountedFigure }) => (
    <button type="button" className="vd-tile-before" onClick={() => open(was)}>
      <span>
        {label} {changeText(now, was)}
      </span>
      <b>{amountText(figure, was)}</b>
    </button>
  )
  return (
    <section className="vd-tile" aria-label={title}>
      <button type="button" className="vd-tile-now" onClick={() => open(now)}>
        <span>{title}</span>
        <strong>{amountText(figure, now)}</strong>
        {figure.sum && (
          <small>
            {countText(now.count)} {figure.unit}
          </small>
        )}
        {oldest && <small>最早 {oldest.slice(5, 16)}</small>}
      </button>
      {before && <Before label="昨日同期" was={before.day} />}
      {before && <Before label="上周同日" was={before.week} />}
    </section>
  )
}
