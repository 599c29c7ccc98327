import { dateTime, dict, integer, ref, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

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
    command: dict('指令', 'pb_device_command', { readOnly: true }),
    slot: integer('仓位', { readOnly: true }),
    targetVersion: text('目标版本', { readOnly: true, max: 32 }),
    commandReason: text('原因', { readOnly: true, max: 255 }),
    status: dict('状态', 'pb_command_status', { readOnly: true, initial: '0' }),
    answer: text('设备应答', { readOnly: true, max: 255 }),
    sentTime: dateTime('下发时间', { readOnly: true }),
    finishTime: dateTime('完成时间', { readOnly: true }),
  },
  list: {
    source: '在“设备”中下发后列在这里',
    columns: [
      'commandNo',
      'deviceId',
      'command',
      'status',
      'slot',
      'answer',
      'commandReason',
      'createBy',
      'createTime',
      'finishTime',
    ],
    filters: ['commandNo', 'deviceId', 'command', 'status', 'createTime'],
    card: { subtitle: 'deviceId', badge: 'status', aside: 'command', facts: ['answer', 'commandReason', 'createTime'] },
  },
  form: [
    {
      title: '指令',
      fields: ['deviceId', 'command', 'slot', 'targetVersion', 'commandReason', 'answer', 'sentTime', 'finishTime'],
    },
  ],
  menu: { group: 'device', icon: 'api', order: 15 },
})
