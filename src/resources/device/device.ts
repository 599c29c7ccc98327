import { area, date, dateTime, decimal, dict, integer, ref, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** Cabinets, power banks, cables, batteries. What stands in a cabinet points at it. */
export const device = defineResource({
  name: 'device',
  label: '设备',
  path: '/rental/device',
  table: 'rental_device',
  title: 'deviceSn',
  scope: 'department',
  fields: {
    deviceSn: text('设备编号', { required: true, unique: true, fixed: true, max: 20 }),
    deviceName: text('设备名称', { required: true, max: 50, width: 180 }),
    deviceType: dict('设备类型', 'pb_device_type', { required: true, initial: '1' }),
    model: text('型号', { max: 32 }),
    providerId: ref('所属服务商', 'serviceProvider'),
    merchantId: ref('投放商户', 'serviceProvider', { hint: '级别为商户的服务商' }),
    parentId: ref('所在柜机', 'device', { hint: '充电宝和电池所在的柜机' }),
    slotTotal: integer('仓位总数', { min: 0, max: 200 }),
    slotFree: integer('空仓', { readOnly: true, initial: 0 }),
    slotLocked: integer('锁仓', { readOnly: true, initial: 0 }),
    packageGroupId: ref('套餐组', 'packageGroup', { hint: '不选时用服务商、城市、平台的默认套餐组' }),
    batteryPercent: integer('电量', { readOnly: true, unit: '%' }),
    areaCode: area('区域'),
    address: text('地址', { max: 255, width: 220 }),
    lng: decimal('经度', { scale: 6, min: -180, max: 180 }),
    lat: decimal('纬度', { scale: 6, min: -90, max: 90 }),
    status: dict('投放状态', 'pb_device_status', { required: true, initial: '0' }),
    onlineStatus: dict('在线状态', 'pb_online_status', { readOnly: true, initial: '0' }),
    iotId: text('物联网号', { max: 32 }),
    iccid: text('SIM卡号', { max: 20 }),
    iccidExpire: date('SIM到期'),
    firmware: text('固件版本', { readOnly: true, max: 32 }),
    activeTime: dateTime('激活时间', { readOnly: true }),
    lastOrderTime: dateTime('最近订单', { readOnly: true }),
    faultCount: integer('故障数', { readOnly: true, initial: 0 }),
  },
  list: {
    columns: [
      'deviceSn',
      'deviceName',
      'deviceType',
      'status',
      'onlineStatus',
      'batteryPercent',
      'slotTotal',
      'slotFree',
      'providerId',
      'merchantId',
      'areaCode',
      'faultCount',
      'lastOrderTime',
    ],
    filters: [
      'deviceSn',
      'deviceName',
      'deviceType',
      'status',
      'onlineStatus',
      'providerId',
      'merchantId',
      'parentId',
      'areaCode',
    ],
    card: {
      subtitle: 'deviceName',
      badge: 'status',
      aside: 'onlineStatus',
      facts: ['deviceType', 'merchantId', 'slotFree'],
    },
  },
  form: [
    { title: '设备', fields: ['deviceSn', 'deviceName', 'deviceType', 'model', 'parentId', 'slotTotal', 'status'] },
    { title: '投放', fields: ['providerId', 'merchantId', 'packageGroupId', 'areaCode', 'address', 'lng', 'lat'] },
    { title: '通信', fields: ['iotId', 'iccid', 'iccidExpire'] },
  ],
  excel: {
    import: [
      'deviceSn',
      'deviceName',
      'deviceType',
      'model',
      'providerId',
      'merchantId',
      'slotTotal',
      'areaCode',
      'address',
      'status',
    ],
  },
  check(draft) {
    // What hangs in a car stands nowhere: pb_device_type 6.
    if (draft.status !== '2' || draft.deviceType === '6') return undefined
    if (!draft.merchantId) return { merchantId: '已激活的设备请选择投放商户' }
    if (!draft.areaCode) return { areaCode: '已激活的设备请选择区域' }
    if (!draft.address) return { address: '已激活的设备请输入地址' }
  },
  menu: { group: 'device', icon: 'hdd', order: 10 },
})
