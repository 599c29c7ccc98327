/** One line of the table that `npm run bench` prints. */
export interface Figure {
  name: string
  measured: string
  target: string
  /** Absent: there is nothing to reach, the line explains another one. */
  reached?: boolean
}

export interface Benchmark {
  /** One after the other, so that what was measured is shown even when the next one breaks. */
  measure(): AsyncIterable<Figure>
}

export const ms = (value: number) => (value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`)
export const kb = (bytes: number) => `${Math.round(bytes / 1024)} KB`
export const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
