/** Devices of one city; where they stand on average, in degrees. */
export interface DeviceCity {
  /** Six digits of the city. */
  areaCode: string
  lng: number
  lat: number
  total: number
  /** How many are in each state (pb_online_status). */
  states: Readonly<Record<string, number>>
}

export interface DeviceSpot {
  id: string
  name: string
  sn: string
  address: string
  lng: number
  lat: number
  /** pb_online_status. */
  state: string
}

/** Pictures of the ground in Web Mercator, 256 px a side, named by `{z}`, `{x}` and `{y}` counted from the north-west. */
export interface MapTiles {
  url: string
  /** Whose they are, as their owner wants it said; may be empty. */
  credit: string
}
