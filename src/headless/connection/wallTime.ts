import { said } from './said.ts'

/** The time zone of the business, which need not be this device's: the server works and plans in it. */
export const businessZone = (): string => said('zone') || 'Asia/Shanghai'

const DIGITS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

/** What the clock on the wall of the business shows, as times travel: `2026-11-20 09:30:00`. `at` in ms. */
export function wallTime(at: number = Date.now(), timeZone = businessZone()): string {
  // English: every browser of a chat has it, and writes it the same way.
  const shown = new Date(at).toLocaleString('en-US', { timeZone, ...DIGITS })
  const [month, day, year, time] = shown.split(/[/,\s]+/)
  return `${year}-${month}-${day} ${time}`
}
