/** Degrees on a picture: north above, true proportions, nothing outside. */
import { expect, it } from 'vitest'
import { apart, HEIGHT, projectionOf, radiusOf, WIDTH } from '#headless/deviceMap/projection.ts'

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
