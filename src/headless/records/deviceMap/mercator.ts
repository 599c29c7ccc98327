/** The projection of tile servers (EPSG:3857), so that marks stand where the ground below them says. */
import type { MapTiles } from '#model/deviceMap.ts'
import { HEIGHT, MARGIN, WIDTH, type Place, type Point } from './projection.ts'

/** Of a tile, in units of the picture. */
const SIDE = 256
/** Further in, few servers have anything. */
const CLOSEST = 17
const FARTHEST = 3
/** Where the square world ends, north and south. */
const LAST_LATITUDE = 85.05112878

/** Degrees to the square world: 0 to 1 from west to east and from north to south. */
export function worldOf({ lng, lat }: Place): Point {
  const kept = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, lat))
  const radians = (kept * Math.PI) / 180
  return { x: (lng + 180) / 360, y: (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 }
}

export interface Tile extends Point {
  url: string
  size: number
}

export interface Ground {
  at(place: Place): Point
  tiles: readonly Tile[]
}

/** The closest whole zoom at which all places fit into the picture, and the tiles that cover it. */
export function groundOf(places: readonly Place[], { url }: Pick<MapTiles, 'url'>): Ground {
  const points = places.map(worldOf)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const fits = Math.min((WIDTH - 2 * MARGIN) / (east - west), (HEIGHT - 2 * MARGIN) / (south - north))
  const zoom = Math.max(FARTHEST, Math.min(CLOSEST, Math.floor(Math.log2(fits / SIDE))))
  const world = SIDE * 2 ** zoom
  const left = ((west + east) / 2) * world - WIDTH / 2
  const top = ((north + south) / 2) * world - HEIGHT / 2
  return {
    at: (place) => {
      const { x, y } = worldOf(place)
      return { x: x * world - left, y: y * world - top }
    },
    tiles: covering(left, top, zoom).map(({ x, y }) => ({
      url: url
        .replaceAll('{z}', String(zoom))
        .replaceAll('{x}', String(wrapped(x, zoom)))
        .replaceAll('{y}', String(y)),
      x: x * SIDE - left,
      y: y * SIDE - top,
      size: SIDE,
    })),
  }
}

/** East of the last column begins the first again. */
const wrapped = (x: number, zoom: number) => ((x % 2 ** zoom) + 2 ** zoom) % 2 ** zoom

function covering(left: number, top: number, zoom: number): Point[] {
  const columns = range(Math.floor(left / SIDE), Math.floor((left + WIDTH - 1) / SIDE))
  const rows = range(
    Math.max(0, Math.floor(top / SIDE)),
    Math.min(2 ** zoom - 1, Math.floor((top + HEIGHT - 1) / SIDE)),
  )
  return rows.flatMap((y) => columns.map((x) => ({ x, y })))
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
