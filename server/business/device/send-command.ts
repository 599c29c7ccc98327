/** Gives a command to its device and finds out what came of it. Runs as often as it must: the number never changes. */
import { eq, sql } from 'drizzle-orm'
import type { ValueIn } from '#model/choices.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { commandStates, deviceCommands } from '#resources/device/deviceCommand.ts'
import { onlyRow } from '../../db/only-row.ts'
import { inTurn } from '../../money/in-turn.ts'
import { tableOf } from '../../db/table.ts'
import { instantOf, localTime, type Writing } from '../../resource/write.ts'
import { put } from '../../resource/hooks.ts'
import { takeUp } from '../../jobs/take-up.ts'
import type { Services } from '../../kernel/services.ts'
import type { Command, CommandState } from '../../kernel/ports/device.ts'
import { job } from '../../kernel/ports/queue.ts'

export const deviceCommandJob = job<{ id: string }>('device-command')

const resource = resources.deviceCommand
const devices = tableOf(resources.device)

const UNDER_WAY: readonly unknown[] = [commandStates.waiting, commandStates.running]
const ASK_AGAIN_SECONDS = 2
/** After so long without an answer it has failed. */
const PATIENCE_MS = 120_000

export async function sendCommand(services: Services, id: string): Promise<void> {
  const turn = { resource, id, what: 'command' }
  const at = await inTurn(services, turn, async (writing, row) => {
    if (!UNDER_WAY.includes(row.status)) return undefined
    if (row.status === commandStates.waiting)
      put(row, { status: commandStates.running, sentTime: localTime(writing.services) })
    const device = onlyRow(
      await writing.tx.select({ sn: devices.deviceSn }).from(devices).where(eq(devices.id, row.deviceId)),
    )
    return device.sn
  })
  if (!at?.result) return
  // Outside every transaction: a slow device holds no lock.
  const state = await ask(services, at.row, at.result)
  await inTurn(services, turn, async (writing, row) => {
    if (row.status === commandStates.running) await settle(writing, row, state)
  })
}

async function ask({ device }: Services, row: Wire<typeof resource>, deviceSn: string): Promise<CommandState> {
  const known = await device.query(row.commandNo)
  if (known.state !== 'unknown') return known
  const command: Command = { commandNo: row.commandNo, deviceSn, command: String(row.command) }
  if (row.slot != null) command.slot = row.slot
  if (row.targetVersion) command.targetVersion = row.targetVersion
  return device.send(command)
}

async function settle(writing: Writing, row: Wire<typeof resource>, state: CommandState): Promise<void> {
  const { tx, services } = writing
  const over = services.clock.now().getTime() - instantOf(services, String(row.sentTime)).getTime() > PATIENCE_MS
  if (state.state === 'running' || state.state === 'unknown') {
    if (!over) return services.jobs.send(tx, deviceCommandJob, { id: row.id }, { afterSeconds: ASK_AGAIN_SECONDS })
    return finish(writing, row, commandStates.failed, '设备没有应答')
  }
  if (state.state === 'failed') return finish(writing, row, commandStates.failed, state.reason)
  finish(writing, row, commandStates.done, state.answer)
  const seen = {
    ...state.seen,
    ...(row.command === deviceCommands.lockSlot && {
      slotLocked: sql`least(coalesce(slot_locked, 0) + 1, coalesce(slot_total, 0))`,
    }),
  }
  if (Object.keys(seen).length)
    await tx
      .update(devices)
      .set({ ...seen, version: sql`${devices.version} + 1` })
      .where(eq(devices.id, row.deviceId))
}

function finish(
  { services }: Writing,
  row: Wire<typeof resource>,
  status: ValueIn<typeof commandStates>,
  answer: string,
): void {
  put(row, { status, answer, finishTime: localTime(services) })
}

/** After a start: what was under way is taken up again. */
export const resumeCommands = (services: Services): Promise<number> =>
  takeUp(services, deviceCommandJob, resource, 'status', [commandStates.waiting, commandStates.running])
