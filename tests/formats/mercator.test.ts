/** Where a place stands on the tiles of a map, by another's projection. */
import { SphericalMercator } from '@mapbox/sphericalmercator'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groundOf, worldOf } from '#headless/records/deviceMap/mercator.ts'

const theirs = new SphericalMercator({ size: 256 })

const degrees = (most: number) =>
  fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6)
const place = fc.record({ lng: degrees(179), lat: degrees(85) })
const options = { seed: 20_261_122, numRuns: 200 }

it('is the pixel that sphericalmercator names, at every zoom', () => {
  fc.assert(
    fc.property(place, fc.integer({ min: 0, max: 18 }), ({ lng, lat }, zoom) => {
      const { x, y } = worldOf({ lng, lat })
      // A zoom that is not whole keeps it from rounding.
      const [px, py] = theirs.px([lng, lat], zoom + 1e-9)
      const side = 256 * 2 ** zoom
      expect(x * side).toBeCloseTo(px, 0)
      expect(y * side).toBeCloseTo(py, 0)
    }),
    options,
  )
})

it('is covered by the tile that sphericalmercator names', () => {
  fc.assert(
    fc.property(place, ({ lng, lat }) => {
      // On the very edge of two tiles it stands in either.
      fc.pre(theirs.px([lng, lat], 17 + 1e-9).every((pixel) => pixel % 256 > 1 && pixel % 256 < 255))
      const ground = groundOf([{ lng, lat }], { url: '{z}/{x}/{y}' })
      const at = ground.at({ lng, lat })
      const tile = ground.tiles.find(({ x, y, size }) => x <= at.x && at.x < x + size && y <= at.y && at.y < y + size)!
      const zoom = Number(tile.url.split('/')[0])
      const { minX, minY } = theirs.xyz([lng, lat, lng, lat], zoom)
      expect(tile.url).toBe(`${zoom}/${minX}/${minY}`)
    }),
    options,
  )
})
