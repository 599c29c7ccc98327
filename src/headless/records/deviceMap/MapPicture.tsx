import type { ReactNode } from 'react'
import { countsText, type DeviceMap } from './useDeviceMap.ts'
import { groundOf, type Tile } from './mercator.ts'
import { apart, HEIGHT, projectionOf, radiusOf, WIDTH } from './projection.ts'
import './map.css'

const SPOT = 9

interface Props {
  map: DeviceMap
  /** Somebody tapped a device. */
  onDevice(id: string): void
}

/** Circles for cities, or dots for the devices of the chosen one. Every one is a button, with its figures as its name. */
export function MapPicture({ map: { cities, city, spots, choose, states, words, ground }, onDevice }: Props) {
  const shown = city ? spots : cities
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
          ? spots.map((spot) => (
              <Mark key={spot.id} name={`${spot.name}，${words(spot.state)}`} onPress={() => onDevice(spot.id)}>
                <circle cx={at(spot).x} cy={at(spot).y} r={SPOT} className={`device-state-${spot.state}`} />
              </Mark>
            ))
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

function Mark({ name, onPress, children }: { name: string; onPress(): void; children: ReactNode }) {
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={name}
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
