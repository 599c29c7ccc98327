import { onlineStates } from '#resources/device/device.ts'
import { deviceCommands } from '#resources/device/deviceCommand.ts'
import type { Command, CommandState, DeviceChannel } from '../../kernel/ports/device.ts'

/** What a device that obeys answers. */
const answers: Readonly<Record<string, (command: Command) => CommandState>> = {
  [deviceCommands.eject]: ({ slot }) => ({ state: 'done', answer: `${slot} 号仓已弹出` }),
  [deviceCommands.openSlot]: ({ slot }) => ({ state: 'done', answer: `${slot} 号仓已打开` }),
  [deviceCommands.lockSlot]: ({ slot }) => ({ state: 'done', answer: `${slot} 号仓已锁定` }),
  [deviceCommands.reboot]: () => ({ state: 'done', answer: '已重启', seen: { onlineStatus: onlineStates.online } }),
  [deviceCommands.upgrade]: ({ targetVersion }) => ({
    state: 'done',
    answer: `已升级到 ${targetVersion}`,
    ...(targetVersion && { seen: { firmware: targetVersion } }),
  }),
  [deviceCommands.inspect]: () => ({
    state: 'done',
    answer: '在线，信号 4 格',
    seen: { onlineStatus: onlineStates.online },
  }),
}

/**
 * Devices that are not there but behave like some: a number is done once however often it is sent, the answer comes with
 * the second question. Devices whose number ends in 4444 are out of reach. Records what it was asked.
 */
export class PretendDevices implements DeviceChannel {
  /** Every command taken, once per number. */
  readonly commands: Command[] = []
  private readonly states = new Map<string, CommandState>()

  send(command: Command): Promise<CommandState> {
    if (!this.states.has(command.commandNo)) {
      this.commands.push(command)
      const away = command.deviceSn.endsWith('4444')
      this.states.set(
        command.commandNo,
        away ? { state: 'failed', reason: '设备离线，指令未送达' } : answers[command.command]!(command),
      )
    }
    return Promise.resolve({ state: 'running' })
  }

  query(commandNo: string): Promise<CommandState> {
    return Promise.resolve(this.states.get(commandNo) ?? { state: 'unknown' })
  }
}
