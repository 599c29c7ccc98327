/** Devices of one city; where they stand on average, in degrees. */
export interface DeviceCity {
  /** Six digits of the city. */
  areaCode: string
  lng: number
  lat: number
  total: number
  online: number
  offline: number
  faulty: number
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
