import type { ReactNode } from 'react'
import type { DeviceSpot } from '#model/deviceMap.ts'
import { countsText, type DeviceMap } from './useDeviceMap.ts'
import { groundOf, type Tile } from './mercator.ts'
import { apart, HEIGHT, projectionOf, radiusOf, WIDTH } from './projection.ts'
import './map.css'

const SPOT = 9
const SEVERAL = 13

interface Props {
  map: DeviceMap
  /** Somebody tapped a device. */
  onDevice(id: string): void
}

/** Circles for cities, or dots for the devices of the chosen one. Every one is a button, with its figures as its name. */
export function MapPicture({
  map: { cities, city, places, place, choose, choosePlace, states, words, ground },
  onDevice,
}: Props) {
  const shown = city ? places : cities
  const { at, tiles } = ground && shown.length ? groundOf(shown, ground) : { at: projectionOf(shown), tiles: NO_TILES }
  const most = Math.max(...cities.map(({ total }) => total))
  return (
    <figure className="device-map">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={city?.name ?? '全部城市'}>
        {tiles.map(({ url, x, y, size }) => (
          // A hair wider than it is: no lines between them at any size of the page.
          <image key={url} href={url} x={x} y={y} width={size + 0.5} height={size + 0.5} aria-hidden />
        ))}
        {city
          ? places.map(({ key, spots, state, ...point }) => {
              const { x, y } = at(point)
              const [only, ...others] = spots
              const several = others.length > 0
              return (
                <Mark
                  key={key}
                  name={
                    several
                      ? `${spots.length} 台设备，${countsText(states, counted(spots))}`
                      : `${only!.name}，${words(state)}`
                  }
                  pressed={several ? key === place?.key : undefined}
                  onPress={() => (several ? choosePlace(key) : onDevice(only!.id))}
                >
                  <circle cx={x} cy={y} r={several ? SEVERAL : SPOT} className={`device-state-${state}`} />
                  {several && (
                    <text x={x} y={y} className="device-count" aria-hidden>
                      {spots.length}
                    </text>
                  )}
                </Mark>
              )
            })
          : apart(cities.map((one) => ({ ...one, ...at(one), radius: radiusOf(one.total, most) }))).map(
              ({ areaCode, name, total, states: counts, x, y, radius }) => (
                <Mark
                  key={areaCode}
                  name={`${name}，${total} 台，${countsText(states, counts)}`}
                  onPress={() => choose(areaCode)}
                >
                  <circle cx={x} cy={y} r={radius} className="device-city" />
                  <text x={x} y={y} className="device-count" aria-hidden>
                    {total}
                  </text>
                  <text x={x} y={y + radius + 14} className="device-name" aria-hidden>
                    {name}
                  </text>
                </Mark>
              ),
            )}
      </svg>
      {ground?.credit && <figcaption>{ground.credit}</figcaption>}
    </figure>
  )
}

const NO_TILES: readonly Tile[] = []

const counted = (spots: readonly DeviceSpot[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { state } of spots) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

interface MarkProps {
  name: string
  /** Its devices are the listed ones; undefined where it leads away. */
  pressed?: boolean | undefined
  onPress(): void
  children: ReactNode
}

function Mark({ name, pressed, onPress, children }: MarkProps) {
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={name}
      aria-pressed={pressed}
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        // The space bar would scroll the page as well.
        event.preventDefault()
        onPress()
      }}
    >
      <title>{name}</title>
      {children}
    </g>
  )
}
