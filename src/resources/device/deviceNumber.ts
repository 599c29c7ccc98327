import { choices } from '#model/choices.ts'
import { choice, date, integer, ref, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { deviceTypes } from './deviceTypes.ts'
import { PRINTED_NUMBER } from './printedNumber.ts'

export const numberStates = choices('pb_sn_status', '设备编号状态', {
  free: ['0', '未使用', 'default'],
  bound: ['1', '已绑定', 'green'],
  void: ['2', '已作废', 'red'],
})

/** At most so many numbers are made at once. */
export const NUMBERS_AT_ONCE = 10_000

const digits = new RegExp(`^${PRINTED_NUMBER}$`)

/** Stands in the text of a range's codes for the number of each. */
export const NUMBER_HERE = /\{sn\}/gi

/** The number of a device, printed on it. One row a number; a whole range is made at once. */
export const deviceNumber = defineResource({
  name: 'deviceNumber',
  label: '设备编号',
  title: 'sn',
  scope: 'tenant',
  when: { delete: { status: ['free'] } },
  fields: {
    batchNo: text('批次号', { required: true, max: 32 }),
    deviceType: choice('设备类型', deviceTypes, { required: true, initial: 'cabinet' }),
    startNo: text('起始编号', { required: true, fixed: true, max: 20, width: 180, hint: '8 到 20 位数字' }),
    endNo: text('结束编号', { required: true, fixed: true, max: 20, width: 180, hint: '位数与起始编号相同，一批最多 10,000 个' }),
    sn: text('编号', { readOnly: true, unique: true, max: 20, width: 180, scanned: PRINTED_NUMBER }),
    quantity: integer('本批数量', { readOnly: true }),
    softVersion: text('软件版本', { required: true, max: 32 }),
    qrUrl: text('二维码内容', { max: 255, width: 260, hint: '写 {sn} 的地方换成编号，编号多于一个时必须写' }),
    factory: text('生产厂家', { max: 50 }),
    produceDate: date('生产日期'),
    status: choice('状态', numberStates, { readOnly: true, initial: 'free' }),
    deviceId: ref('绑定设备', 'device', { readOnly: true }),
    providerId: ref('预分配服务商', 'serviceProvider'),
    voidReason: text('作废原因', { readOnly: true, max: 255 }),
  },
  list: {
    columns: ['sn', 'status', 'batchNo', 'deviceType', 'softVersion', 'factory', 'produceDate', 'providerId', 'deviceId', 'qrUrl', 'quantity', 'createTime'],
    filters: ['sn', 'status', 'batchNo', 'deviceType', 'providerId', 'factory', 'produceDate'],
    card: { subtitle: 'batchNo', badge: 'status', aside: 'deviceType', facts: ['softVersion', 'factory', 'providerId'] },
  },
  form: [
    { title: '编号段', fields: ['batchNo', 'deviceType', 'startNo', 'endNo', 'softVersion'] },
    { title: '生产与分配', fields: ['factory', 'produceDate', 'qrUrl', 'providerId'] },
  ],
  actions: { void: { label: '作废', when: { status: ['free', 'bound'] }, danger: true, reason: true, batch: true } },
  check({ startNo, endNo, sn, qrUrl }) {
    if (!startNo || !endNo) return undefined
    if (!digits.test(startNo)) return { startNo: '应为 8 到 20 位数字' }
    if (!digits.test(endNo)) return { endNo: '应为 8 到 20 位数字' }
    if (startNo.length !== endNo.length) return { endNo: '位数应与起始编号相同' }
    if (endNo < startNo) return { endNo: '不能小于起始编号' }
    if (BigInt(endNo) - BigInt(startNo) >= NUMBERS_AT_ONCE) return { endNo: `一批最多 ${NUMBERS_AT_ONCE.toLocaleString('en-US')} 个编号` }
    // Each has its own text once it is made, and the first number itself may stand where those of the others go.
    if (!sn && qrUrl && startNo !== endNo && !qrUrl.includes(startNo) && qrUrl.search(NUMBER_HERE) < 0) return { qrUrl: '编号多于一个时应含 {sn}，否则二维码全部相同' }
  },
  menu: { group: 'device', icon: 'idcard', order: 20 },
})
