import { searchOf, type PanelOf } from '#headless/figures/panels.ts'
import { amountText, changeText, countText } from '#model/figureWords.ts'
import { useGo } from '../../layout/go.ts'
import { addressOf } from '../../layout/places.ts'

/** One number under the thumb; a tap opens the list that holds it. */
export function Tile({ panel }: { panel: PanelOf<'tile'> }) {
  const go = useGo()
  const { answer, resource, figure, title } = panel
  const { now, before, oldest } = answer
  return (
    <button type="button" className="vd-tile" onClick={() => go.to(`${addressOf(resource)}${searchOf(now.filters)}`)}>
      <span>{title}</span>
      <strong>{amountText(figure, now)}</strong>
      {figure.sum && (
        <small>
          {countText(now.count)} {figure.unit}
        </small>
      )}
      {before && (
        <small>
          昨日同期 {amountText(figure, before.day)} {changeText(now, before.day)}
        </small>
      )}
      {before && (
        <small>
          上周同日 {amountText(figure, before.week)} {changeText(now, before.week)}
        </small>
      )}
      {oldest && <small>最早 {oldest.slice(5, 16)}</small>}
    </button>
  )
}
