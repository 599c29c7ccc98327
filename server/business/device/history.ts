/** 流转记录 of a device: a line for each change of owner, place or state. */
import type { Wire } from '#model/resource.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import type { resources } from '#resources/index.ts'
import type { Row } from '../../resource/hooks.ts'
import { localTime, type Writing } from '../../resource/write.ts'

type Device = Wire<typeof resources.device>

export const statusText = (value: unknown): string =>
  dictionaries.pb_device_status.items.find(([key]) => key === value)?.[1] ?? String(value)

export const linesOf = (row: Device | undefined): readonly Row[] => row?.history ?? []

export function note(row: Row, { caller, services }: Pick<Writing, 'caller' | 'services'>, line: Row): void {
  const lines = (row.history as Row[] | null) ?? []
  row.history = [...lines, { time: localTime(services), person: caller.realname, before: null, after: null, ...line }]
}
