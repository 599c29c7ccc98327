import { choices } from '#model/choices.ts'
import { choice, dateTime, integer, ref, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const deviceCommands = choices('pb_device_command', '远程指令', {
  eject: ['1', '弹出'],
  openSlot: ['2', '开仓'],
  lockSlot: ['3', '锁仓'],
  reboot: ['4', '重启'],
  upgrade: ['5', '升级'],
  inspect: ['6', '查询'],
})

export const commandStates = choices('pb_command_status', '指令状态', {
  waiting: ['0', '待下发', 'default'],
  running: ['1', '执行中', 'blue'],
  done: ['2', '成功', 'green'],
  failed: ['3', '失败', 'red'],
})

/** An order to a device from afar: who gave it and why, and what the device answered. */
export const deviceCommand = defineResource({
  name: 'deviceCommand',
  label: '远程指令',
  title: 'commandNo',
  scope: 'department',
  verbs: ['export'],
  fields: {
    commandNo: serial('指令单号', { prefix: 'ZL' }),
    deviceId: ref('设备', 'device', { required: true, readOnly: true }),
    command: choice('指令', deviceCommands, { readOnly: true }),
    slot: integer('仓位', { readOnly: true }),
    targetVersion: text('目标版本', { readOnly: true, max: 32 }),
    commandReason: text('原因', { readOnly: true, max: 255 }),
    status: choice('状态', commandStates, { readOnly: true, initial: 'waiting' }),
    answer: text('设备应答', { readOnly: true, max: 255 }),
    sentTime: dateTime('下发时间', { readOnly: true }),
    finishTime: dateTime('完成时间', { readOnly: true }),
  },
  list: {
    source: '在“设备”中下发后列在这里',
    columns: ['commandNo', 'deviceId', 'command', 'status', 'slot', 'answer', 'commandReason', 'createBy', 'createTime', 'finishTime'],
    filters: ['commandNo', 'deviceId', 'command', 'status', 'createTime'],
    card: { subtitle: 'deviceId', badge: 'status', aside: 'command', facts: ['answer', 'commandReason', 'createTime'] },
  },
  form: [{ title: '指令', fields: ['deviceId', 'command', 'slot', 'targetVersion', 'commandReason', 'answer', 'sentTime', 'finishTime'] }],
  menu: { group: 'device', icon: 'api', order: 15 },
})
