export interface Place {
  lng: number
  lat: number
}

export interface Point {
  x: number
  y: number
}

/** Of the picture, in its own units. */
export const WIDTH = 800
export const HEIGHT = 560
export const MARGIN = 60
/** A single place is drawn in the middle, not blown up without end. In degrees, some 2 km. */
const LEAST_SPAN = 0.02

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Degrees to the picture that holds all these places: as large as fits, north above, a kilometre as long either way. */
export function projectionOf(places: readonly Place[]): (place: Place) => Point {
  const lngs = places.map(({ lng }) => lng)
  const lats = places.map(({ lat }) => lat)
  const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)]
  const [midLng, midLat] = [(west + east) / 2, (south + north) / 2]
  const narrowing = Math.cos(radians(midLat))
  const across = Math.max((east - west) * narrowing, LEAST_SPAN)
  const down = Math.max(north - south, LEAST_SPAN)
  const scale = Math.min((WIDTH - 2 * MARGIN) / across, (HEIGHT - 2 * MARGIN) / down)
  return ({ lng, lat }) => ({
    x: WIDTH / 2 + (lng - midLng) * narrowing * scale,
    y: HEIGHT / 2 - (lat - midLat) * scale,
  })
}

const LARGEST = 36
const SMALLEST = 14

/** Its area stands for the number of devices. */
export const radiusOf = (total: number, most: number): number =>
  Math.max(SMALLEST, LARGEST * Math.sqrt(total / Math.max(most, 1)))

export interface Circle extends Point {
  radius: number
}

/** Room for a name between two circles. */
const GAP = 18
const ROUNDS = 80

/** Pushes circles that cover each other apart, each as little as it takes, and keeps them on the picture. */
export function apart<C extends Circle>(circles: readonly C[]): C[] {
  const moved = circles.map((circle) => ({ ...circle }))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, one] of moved.entries())
      for (const other of moved.slice(index + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y]
        const distance = Math.hypot(dx, dy) || 1
        const missing = (one.radius + other.radius + GAP - distance) / 2
        if (missing <= 0) continue
        // Two at the very same place part sideways.
        const [ux, uy] = dx || dy ? [dx / distance, dy / distance] : [1, 0]
        place(one, one.x - ux * missing, one.y - uy * missing)
        place(other, other.x + ux * missing, other.y + uy * missing)
      }
  return moved
}

function place(circle: Circle, x: number, y: number): void {
  circle.x = Math.min(WIDTH - circle.radius, Math.max(circle.radius, x))
  circle.y = Math.min(HEIGHT - circle.radius - GAP, Math.max(circle.radius, y))
}
