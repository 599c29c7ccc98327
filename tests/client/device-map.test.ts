/** Degrees on a picture: north above, true proportions, nothing outside. */
import { expect, it } from 'vitest'
import { groundOf, worldOf } from '#headless/records/deviceMap/mercator.ts'
import { placesOf } from '#headless/records/deviceMap/places.ts'
import { onlineStates } from '#resources/device/device.ts'
import { apart, HEIGHT, projectionOf, radiusOf, WIDTH } from '#headless/records/deviceMap/projection.ts'

const shenzhen = { lng: 114.06, lat: 22.55 }
const hangzhou = { lng: 120.16, lat: 30.27 }
const chengdu = { lng: 104.07, lat: 30.57 }

it('keeps every place inside, north above south, east right of west', () => {
  const places = [shenzhen, hangzhou, chengdu]
  const at = projectionOf(places)
  for (const { x, y } of places.map(at)) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(WIDTH)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(HEIGHT)
  }
  expect(at(hangzhou).y).toBeLessThan(at(shenzhen).y)
  expect(at(chengdu).x).toBeLessThan(at(shenzhen).x)
})

it('draws each point once, the worst of its devices above all others, and names those that share it', () => {
  const spot = (id: string, at: { lng: number; lat: number }, state: string) =>
    ({ id, name: id, sn: id, address: '', ...at, state }) // prettier-ignore
  const [fault, online, offline] = [onlineStates.fault, onlineStates.online, onlineStates.offline]
  const places = placesOf([
    spot('1', shenzhen, fault),
    spot('2', hangzhou, online),
    spot('3', chengdu, offline),
    spot('4', shenzhen, online),
    spot('5', shenzhen, offline),
  ])
  expect(places.map(({ state, spots }) => [state, spots.map(({ id }) => id).join()])).toEqual([
    [online, '2'],
    [offline, '3'],
    [fault, '1,5,4'],
  ])
})

it('draws a kilometre as long in either direction', () => {
  const here = { lng: 114, lat: 60 }
  const [north, east] = [{ lng: 114, lat: 60.1 }, { lng: 114.2, lat: 60 }] // prettier-ignore
  const at = projectionOf([here, north, east])
  // At 60° a degree of longitude is half as long.
  expect((at(here).y - at(north).y) / (at(east).x - at(here).x)).toBeCloseTo(1, 1)
})

it('puts a single place into the middle', () => {
  expect(projectionOf([shenzhen])(shenzhen)).toEqual({ x: WIDTH / 2, y: HEIGHT / 2 })
})

it('gives four times the devices twice the radius', () => {
  expect(radiusOf(400, 400) / radiusOf(100, 400)).toBeCloseTo(2)
})

it('parts circles that cover each other and leaves the others', () => {
  const circles = [
    { x: 400, y: 300, radius: 30 },
    { x: 400, y: 300, radius: 30 },
    { x: 410, y: 310, radius: 30 },
    { x: 100, y: 100, radius: 30 },
  ]
  const moved = apart(circles)
  for (const [index, one] of moved.entries())
    for (const other of moved.slice(index + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(60)
  expect(moved[3]).toEqual(circles[3])
})

const tiled = { url: 'https://tiles.example.cn/{z}/{x}/{y}.png' }

it('places degrees in the square world as tile servers do', () => {
  expect(worldOf({ lng: 0, lat: 0 })).toEqual({ x: 0.5, y: 0.5 })
  expect(worldOf({ lng: -180, lat: 85.05112878 }).x).toBe(0)
  expect(worldOf({ lng: -180, lat: 85.05112878 }).y).toBeCloseTo(0, 8)
  // The tile of Shenzhen's town hall at zoom 10, as every map of the kind has it: 10/836/446.
  const { x, y } = worldOf(shenzhen)
  expect([Math.floor(x * 1024), Math.floor(y * 1024)]).toEqual([836, 446])
  // The pole is beyond the world.
  expect(worldOf({ lng: 0, lat: 90 }).y).toBeCloseTo(0, 8)
})

it('stands on the tiles: each place lies on the tile that is named after it', () => {
  const places = [shenzhen, hangzhou, chengdu]
  const { at, tiles } = groundOf(places, tiled)
  for (const place of places) {
    const { x, y } = at(place)
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(WIDTH)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(HEIGHT)
    const below = tiles.find((tile) => x >= tile.x && x < tile.x + tile.size && y >= tile.y && y < tile.y + tile.size)!
    const [, zoom, column, row] = /\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(below.url)!.map(Number)
    const world = worldOf(place)
    expect([column, row]).toEqual([Math.floor(world.x * 2 ** zoom!), Math.floor(world.y * 2 ** zoom!)])
  }
})

it('covers the whole picture, without a hole', () => {
  const { tiles } = groundOf([shenzhen, chengdu], tiled)
  const columns = new Set(tiles.map(({ x }) => x))
  const rows = new Set(tiles.map(({ y }) => y))
  expect(tiles).toHaveLength(columns.size * rows.size)
  expect(Math.min(...columns)).toBeLessThanOrEqual(0)
  expect(Math.max(...columns) + 256).toBeGreaterThanOrEqual(WIDTH)
  expect(Math.min(...rows)).toBeLessThanOrEqual(0)
  expect(Math.max(...rows) + 256).toBeGreaterThanOrEqual(HEIGHT)
})

it('asks for nothing beyond the world and begins anew behind its edge', () => {
  const { tiles } = groundOf([{ lng: 179.9, lat: 84.9 }, { lng: 150, lat: 60 }], tiled) // prettier-ignore
  for (const { url } of tiles) {
    const [, zoom, column, row] = /\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(url)!.map(Number)
    expect(column).toBeLessThan(2 ** zoom!)
    expect(row).toBeLessThan(2 ** zoom!)
  }
  expect(new Set(tiles.map(({ url }) => url)).size).toBe(tiles.length)
})

it('shows a single place from near, in the middle', () => {
  const { at, tiles } = groundOf([shenzhen], tiled)
  expect(at(shenzhen).x).toBeCloseTo(WIDTH / 2)
  expect(at(shenzhen).y).toBeCloseTo(HEIGHT / 2)
  expect(tiles.every(({ url }) => url.startsWith('https://tiles.example.cn/17/'))).toBe(true)
})
