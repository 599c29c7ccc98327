import { choices } from '#model/choices.ts'
import { area, choice, date, dateTime, decimal, integer, lines, ref, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { deviceTypes } from './deviceTypes.ts'
import { PRINTED_NUMBER } from './printedNumber.ts'

export const deviceStates = choices('pb_device_status', '设备状态', {
  stock: ['0', '未投放', 'default'],
  waiting: ['1', '未激活', 'orange'],
  active: ['2', '已激活', 'green'],
  repair: ['3', '维护中', 'gold'],
  off: ['4', '已停用', 'red'],
  lost: ['5', '丢失', 'red'],
  scrapped: ['6', '已报废', 'default'],
})

export const onlineStates = choices('pb_online_status', '在线状态', {
  online: ['1', '在线', 'green'],
  offline: ['0', '离线', 'default'],
  fault: ['2', '故障', 'red'],
})

/** A remote command: what is out of use, lost or scrapped does not hear it. */
const command = { when: { status: ['waiting', 'active', 'repair'] }, reason: true, permission: 'command' } as const
/** What hangs in a car stands nowhere. */
const standing = {
  requiredWhen: { status: ['active'], deviceType: ['cabinet', 'powerBank', 'cable', 'swapCabinet', 'battery'] },
} as const
const slotInput = integer('仓位', { required: true, min: 1, max: 200 })

/** Cabinets, power banks, cables, batteries. What stands in a cabinet points at it. */
export const device = defineResource({
  name: 'device',
  label: '设备',
  title: 'deviceSn',
  scope: 'department',
  fields: {
    deviceSn: text('设备编号', { required: true, unique: true, fixed: true, max: 20, scanned: PRINTED_NUMBER, hint: '已在“设备编号”中登记的编号' }),
    deviceName: text('设备名称', { required: true, max: 50, width: 180 }),
    deviceType: choice('设备类型', deviceTypes, { required: true, initial: 'cabinet' }),
    model: text('型号', { max: 32 }),
    providerId: ref('所属服务商', 'serviceProvider'),
    merchantId: ref('投放商户', 'serviceProvider', { ...standing, hint: '级别为商户的服务商' }),
    parentId: ref('所在柜机', 'device', { hint: '充电宝和电池所在的柜机' }),
    slotTotal: integer('仓位总数', { min: 0, max: 200 }),
    slotFree: integer('空仓', { readOnly: true, initial: 0 }),
    slotLocked: integer('锁仓', { readOnly: true, initial: 0 }),
    packageGroupId: ref('套餐组', 'packageGroup', { hint: '不选时用服务商、城市、平台的默认套餐组' }),
    batteryPercent: integer('电量', { readOnly: true, unit: '%' }),
    areaCode: area('区域', standing),
    address: text('地址', { ...standing, max: 255, width: 220 }),
    lng: decimal('经度', { scale: 6, min: -180, max: 180 }),
    lat: decimal('纬度', { scale: 6, min: -90, max: 90 }),
    status: choice('投放状态', deviceStates, { required: true, initial: 'stock' }),
    onlineStatus: choice('在线状态', onlineStates, { readOnly: true, initial: 'offline' }),
    iotId: text('物联网号', { max: 32 }),
    iccid: text('SIM卡号', { max: 20 }),
    iccidExpire: date('SIM到期'),
    firmware: text('固件版本', { readOnly: true, max: 32 }),
    activeTime: dateTime('激活时间', { readOnly: true }),
    lastOrderTime: dateTime('最近订单', { readOnly: true }),
    faultCount: integer('故障数', { readOnly: true, initial: 0 }),
    history: lines(
      '流转记录',
      {
        time: dateTime('时间', { required: true }),
        person: text('经办人', { required: true, max: 50 }),
        kind: text('变更', { required: true, max: 32 }),
        before: text('变更前', { max: 100 }),
        after: text('变更后', { max: 100 }),
        reason: text('原因', { max: 255 }),
      },
      { readOnly: true },
    ),
  },
  list: {
    columns: ['deviceSn', 'deviceName', 'deviceType', 'status', 'onlineStatus', 'batteryPercent', 'slotTotal', 'slotFree', 'providerId', 'merchantId', 'areaCode', 'faultCount', 'lastOrderTime'],
    filters: ['deviceSn', 'deviceName', 'deviceType', 'status', 'onlineStatus', 'providerId', 'merchantId', 'parentId', 'areaCode'],
    card: { subtitle: 'deviceName', badge: 'status', aside: 'onlineStatus', facts: ['deviceType', 'merchantId', 'slotFree'] },
  },
  form: [
    { title: '设备', fields: ['deviceSn', 'deviceName', 'deviceType', 'model', 'parentId', 'slotTotal', 'status'] },
    { title: '投放', fields: ['providerId', 'merchantId', 'packageGroupId', 'areaCode', 'address', 'lng', 'lat'] },
    { title: '通信', fields: ['iotId', 'iccid', 'iccidExpire'] },
  ],
  actions: {
    transfer: {
      label: '划转',
      when: { status: ['stock', 'waiting', 'active', 'repair', 'off'] },
      reason: true,
      batch: true,
      permission: 'transfer',
      input: { providerId: ref('新服务商', 'serviceProvider', { required: true }), merchantId: ref('新投放商户', 'serviceProvider', { hint: '不选则待激活' }) },
    },
    unbind: { label: '解绑', when: { status: ['waiting', 'active'] }, reason: true, danger: true, batch: true, permission: 'transfer' },
    repair: { label: '送修', when: { status: ['waiting', 'active'] }, reason: true, permission: 'repair' },
    restore: { label: '修复完成', when: { status: ['repair'] }, reason: true, permission: 'repair' },
    scrap: { label: '报废', when: { status: ['stock', 'waiting', 'repair', 'off', 'lost'] }, reason: true, danger: true },
    eject: { label: '弹出', ...command, input: { slot: slotInput } },
    openSlot: { label: '开仓', ...command, input: { slot: slotInput } },
    lockSlot: { label: '锁仓', ...command, input: { slot: slotInput } },
    reboot: { label: '重启', ...command },
    upgrade: { label: '升级', ...command, input: { targetVersion: text('目标版本', { required: true, max: 32 }) } },
    inspect: { label: '查询', ...command },
  },
  excel: {
    import: ['deviceSn', 'deviceName', 'deviceType', 'model', 'providerId', 'merchantId', 'slotTotal', 'areaCode', 'address', 'lng', 'lat', 'status'],
  },
  figures: {
    all: { label: '设备', unit: '台', by: ['status', 'deviceType'] },
    active: { label: '已激活设备', unit: '台', when: { status: ['active'] }, by: ['onlineStatus', 'deviceType', 'providerId', 'areaCode'] },
    online: { label: '在线设备', unit: '台', when: { status: ['active'], onlineStatus: ['online'] } },
    offline: { label: '离线设备', unit: '台', when: { status: ['active'], onlineStatus: ['offline'] }, by: ['providerId', 'areaCode'] },
    fault: { label: '故障设备', unit: '台', when: { status: ['active'], onlineStatus: ['fault'] }, by: ['providerId', 'areaCode'] },
  },
  menu: { group: 'device', icon: 'hdd', order: 10 },
})
