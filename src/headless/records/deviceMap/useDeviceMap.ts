import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DeviceCity, DeviceSpot, MapTiles } from '#model/deviceMap.ts'
import { api } from '../../session/api.ts'
import { areaNames } from '../areas.ts'
import { useDict, type DictItem } from '../../session/dictionary.ts'
import { placesOf, type SharedPlace } from './places.ts'

export interface NamedCity extends DeviceCity {
  name: string
}

export const NO_PLACES = '还没有已激活并填写经纬度的设备，在设备资料中填写后显示在这里'
/** Why these are fewer than in the list of devices. */
export const ONLY_PLACED = '只含已激活、有位置的设备'

/** Above those that stand at one place. */
export const placedText = ({ spots }: SharedPlace): string => `这个位置的 ${spots.length} 台`

/** 在线 3 台，离线 1 台: only states that somebody is in. */
export const countsText = (states: readonly DictItem[], counts: DeviceCity['states']): string =>
  states
    .filter(({ value }) => counts[value])
    .map(({ value, text }) => `${text} ${counts[value]} 台`)
    .join('，')

export interface DeviceMap {
  cities: readonly NamedCity[]
  /** The one whose devices are shown. */
  city: NamedCity | undefined
  /** Of the chosen city; where several stand at one point, together. */
  places: readonly SharedPlace[]
  /** The one whose devices are listed, when that is not the whole city. */
  place: SharedPlace | undefined
  choosePlace(key: string | undefined): void
  /** Those to be listed beside the picture. */
  spots: readonly DeviceSpot[]
  choose(areaCode: string | undefined): void
  /** What lies below the marks; undefined: nothing. */
  ground: MapTiles | undefined
  /** The states a device may be in. */
  states: readonly DictItem[]
  /** What a state is called. */
  words(state: string): string
  loading: boolean
  error: Error | null
  reload(): void
}

const named = async (signal: AbortSignal): Promise<NamedCity[]> => {
  const [cities, names] = await Promise.all([
    api.get<DeviceCity[]>('/rental/deviceMap/cities', undefined, { quiet: true, signal }),
    areaNames(),
  ])
  const known = new Map(names.map(({ value, text }) => [value, text.split(' / ').at(-1)!]))
  return cities.map((city) => ({ ...city, name: known.get(city.areaCode) ?? city.areaCode }))
}

/** Cities first, then the devices of the chosen one. */
export function useDeviceMap(): DeviceMap {
  const [areaCode, setAreaCode] = useState<string>()
  const [placeKey, choosePlace] = useState<string>()
  const states = useDict('pb_online_status')
  const cities = useQuery({ queryKey: ['device', 'map'], queryFn: ({ signal }) => named(signal) })
  const spots = useQuery({
    queryKey: ['device', 'map', areaCode],
    queryFn: ({ signal }) =>
      api.get<DeviceSpot[]>('/rental/deviceMap/devices', { areaCode: areaCode! }, { quiet: true, signal }),
    enabled: areaCode !== undefined,
  })
  // The ground is the installation's; a map without it is a map all the same.
  const ground = useQuery({
    queryKey: ['device', 'map', 'tiles'],
    queryFn: ({ signal }) => api.get<MapTiles | null>('/rental/deviceMap/tiles', undefined, { quiet: true, signal }),
    staleTime: Infinity,
    retry: false,
  })
  const found = areaCode ? spots.data : undefined
  const places = useMemo(() => placesOf(found ?? []), [found])
  const place = places.find(({ key }) => key === placeKey)
  return {
    // Drawn once, on the ground it stays on.
    cities: ground.isPending ? [] : (cities.data ?? []),
    city: cities.data?.find((one) => one.areaCode === areaCode),
    places,
    place,
    choosePlace,
    spots: place?.spots ?? found ?? [],
    choose(next) {
      setAreaCode(next)
      choosePlace(undefined)
    },
    ground: ground.data ?? undefined,
    states,
    words: (state) => states.find(({ value }) => value === state)?.text ?? state,
    loading: cities.isPending || ground.isPending || (areaCode !== undefined && spots.isPending),
    error: (cities.data ? null : cities.error) ?? (spots.data ? null : spots.error),
    reload: () => void Promise.all([cities.refetch(), areaCode ? spots.refetch() : undefined]),
  }
}
