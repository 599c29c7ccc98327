import { local } from '../connection/storage.ts'

/** How the add button works, kept on this computer (I04). */
export interface AddSettings {
  /** At least 1. */
  addRowNum: number
  /** After which row; 0 is the bottom. */
  addIndex: number
  addScrollToBottom: boolean
}

export const DEFAULT_ADD_SETTINGS: AddSettings = { addRowNum: 1, addIndex: 0, addScrollToBottom: false }
const MOST_ROWS = 1000

const keyOf = (grid: string) => `voltdesk:grid-add:${grid}`
const whole = (value: unknown, least: number, most: number, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), least), most) : otherwise

/** Within their bounds, whatever was stored or typed. */
export const boundedAddSettings = (given: Partial<AddSettings> | undefined, rowCount: number): AddSettings => ({
  addRowNum: whole(given?.addRowNum, 1, MOST_ROWS, 1),
  addIndex: whole(given?.addIndex, 0, rowCount, 0),
  addScrollToBottom: given?.addScrollToBottom === true,
})

export const readAddSettings = (grid: string | undefined): AddSettings =>
  boundedAddSettings(grid ? local.get<Partial<AddSettings>>(keyOf(grid)) : undefined, Infinity)

export function keepAddSettings(grid: string | undefined, settings: AddSettings): void {
  if (grid) local.set(keyOf(grid), settings)
}
