/** Pictures in the style of the kit's outlines, for what it has none for. */
import type { ComponentType } from 'react'

/** Lines on a square of 48, drawn as the kit draws its own. */
const drawn =
  (lines: string): ComponentType =>
  () => (
    <svg
      className="antd-mobile-icon"
      width="1em"
      height="1em"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ verticalAlign: '-0.125em' }}
      aria-hidden="true"
    >
      <path d={lines} />
    </svg>
  )

export const ApartmentOutline = drawn('M18 6h12v10H18zM24 16v8M10 32v-8h28v8M4 32h12v10H4zM32 32h12v10H32z')
export const BankOutline = drawn('M5 18 24 6l19 12zM9 19v17M19 19v17M29 19v17M39 19v17M5 41h38')
export const CloudOutline = drawn('M14 39a10 10 0 0 1-1-20 12 12 0 0 1 23-1 10.5 10.5 0 0 1-1 21z')
export const ClusterOutline = drawn('m24 4 7 4v8l-7 4-7-4V8zM13 26l7 4v8l-7 4-7-4v-8zM35 26l7 4v8l-7 4-7-4v-8z')
export const GaugeOutline = drawn('M9 39a20 20 0 1 1 30 0zM24 29l7-9M13 26h2M24 15v-1M34 29h1')
export const DrumOutline = drawn(
  'M8 11c0-3 7-6 16-6s16 3 16 6-7 6-16 6-16-3-16-6v26c0 3 7 6 16 6s16-3 16-6V11M8 24c0 3 7 6 16 6s16-3 16-6',
)
export const ScreenOutline = drawn(
  'M8 6h32a3 3 0 0 1 3 3v22a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3zM15 43h18M24 34v9',
)
export const RisingOutline = drawn(
  'M8 6h32a3 3 0 0 1 3 3v30a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3zM12 31l8-9 6 5 10-12',
)
export const DriveOutline = drawn('M10 9h28l6 18v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V27zM4 27h40M33 34h4')
export const HouseOutline = drawn('M5 22 24 6l19 16M10 19v23h28V19M20 42V30h8v12')
export const BadgeOutline = drawn(
  'M8 9h32a3 3 0 0 1 3 3v24a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V12a3 3 0 0 1 3-3zM13 19a4 4 0 1 0 8 0 4 4 0 1 0-8 0M10 32c3-6 11-6 14 0M29 20h9M29 28h9',
)
export const LaptopOutline = drawn('M11 9h26a3 3 0 0 1 3 3v19H8V12a3 3 0 0 1 3-3zM4 39h40')
export const MobileOutline = drawn('M15 4h18a3 3 0 0 1 3 3v34a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM21 37h6')
export const NumberedOutline = drawn(
  'M19 10h25M19 24h25M19 38h25M5 7l4-2v10M4 21c3-3 7-1 5 2l-5 6h6M4 34h6l-3 4c4 0 4 6-3 5',
)
export const ReceiverOutline = drawn(
  'M11 5h7l4 10-5 4a24 24 0 0 0 12 12l4-5 10 4v7c0 4-3 6-6 6C20 43 5 28 5 11c0-3 2-6 6-6z',
)
export const ShopOutline = drawn(
  'M8 22v18a2 2 0 0 0 2 2h28a2 2 0 0 0 2-2V22M9 6h30l5 10a6.7 6.7 0 0 1-13.3 0 6.7 6.7 0 0 1-13.4 0A6.7 6.7 0 0 1 4 16zM19 42V31h10v11',
)
export const CartOutline = drawn(
  'M3 7h6l5 24h23l5-17H11M16 39a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M31 39a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
)
export const LightningOutline = drawn('M27 4 9 27h12l-3 17 21-25H26z')
export const WrenchOutline = drawn(
  'M30 6a11 11 0 0 0-10 15L6 35a5 5 0 0 0 7 7l14-14a11 11 0 0 0 15-14l-7 7-7-1-1-7 7-7a11 11 0 0 0-4 0z',
)
