import type { ValueIn } from '#model/choices.ts'
import type { onlineStates } from '#resources/device/device.ts'

/** What a device says of one command. `unknown`: the way to it has never heard of the number, so nothing was done. */
export type CommandState =
  | { state: 'done'; answer: string; seen?: Seen }
  | { state: 'failed'; reason: string }
  | { state: 'running' }
  | { state: 'unknown' }

/** What a device tells of itself when asked. */
export interface Seen {
  onlineStatus?: ValueIn<typeof onlineStates>
  batteryPercent?: number
  firmware?: string
}

export interface Command {
  /** Our number; the same number is done once. */
  commandNo: string
  deviceSn: string
  /** pb_device_command. */
  command: string
  slot?: number
  targetVersion?: string
}

/** The way to the devices. Every call may throw (time-out, network): then the state is not known and is asked for again. */
export interface DeviceChannel {
  send(command: Command): Promise<CommandState>
  query(commandNo: string): Promise<CommandState>
}
