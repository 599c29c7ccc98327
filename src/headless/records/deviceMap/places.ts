/** Devices that stand at one point, the worst of them first: a mark that another lies upon is seen by nobody. */
import type { DeviceSpot } from '#model/deviceMap.ts'
import { onlineStates } from '#resources/device/device.ts'

export interface SharedPlace {
  key: string
  lng: number
  lat: number
  spots: readonly DeviceSpot[]
  /** The worst of its devices. */
  state: string
}

const WORSE: readonly string[] = [onlineStates.online, onlineStates.offline, onlineStates.fault]
const weight = (state: string): number => WORSE.indexOf(state)

/** In the order they are drawn: the worst last, above all others. */
export function placesOf(spots: readonly DeviceSpot[]): SharedPlace[] {
  const byPoint = new Map<string, DeviceSpot[]>()
  for (const spot of spots) {
    const key = `${spot.lng} ${spot.lat}`
    byPoint.set(key, [...(byPoint.get(key) ?? []), spot])
  }
  return [...byPoint]
    .map(([key, all]) => {
      const sorted = [...all].sort((a, b) => weight(b.state) - weight(a.state))
      const [{ lng, lat, state }] = sorted as [DeviceSpot]
      return { key, lng, lat, state, spots: sorted }
    })
    .sort((a, b) => weight(a.state) - weight(b.state))
}
