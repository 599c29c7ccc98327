import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { area, choice, date, dateTime, images, ref, refs, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const carTypes = choices('pb_car_type', '车辆类型', {
  taxi: ['1', '出租车'],
  ride: ['2', '网约车'],
  service: ['3', '运维车'],
  truck: ['4', '货车'],
})

export const carStates = choices('pb_car_status', '车辆状态', {
  waiting: ['0', '待审核', 'orange'],
  normal: ['1', '正常', 'green'],
  stopped: ['2', '停运', 'default'],
  unbound: ['3', '已解绑', 'default'],
  rejected: ['4', '审核驳回', 'red'],
})

const vin = /^[A-HJ-NPR-Z0-9]{17}$/

/** A car with the drivers of its shifts and the devices on board. */
export const driverCar = defineResource({
  name: 'driverCar',
  label: '司机车辆',
  title: 'plateNo',
  scope: 'department',
  when: { edit: { status: ['waiting', 'normal', 'stopped', 'rejected'] }, delete: { status: ['waiting', 'rejected'] } },
  fields: {
    plateNo: text('车牌号', { required: true, max: 8, format: 'plate', hint: '如 粤B12345' }),
    carType: choice('车辆类型', carTypes, { required: true, initial: 'taxi' }),
    brandModel: text('品牌型号', { max: 50 }),
    color: text('颜色', { max: 16 }),
    vin: text('车架号', { max: 17, width: 180 }),
    driverId: ref('主班司机', 'driverMessage', { required: true }),
    deputyIds: refs('副班司机', 'driverMessage', { max: 2 }),
    licenseImg: images('行驶证', { required: true, max: 4 }),
    insuranceEnd: date('保险到期'),
    providerId: ref('所属服务商', 'serviceProvider', { required: true }),
    deviceIds: refs('车载设备', 'device', { max: 20, hint: '一台设备只能在一辆车上' }),
    areaCode: area('运营城市', { required: true }),
    status: choice('状态', carStates, { readOnly: true, initial: 'waiting' }),
    auditReason: text('审核意见', { readOnly: true, max: 255 }),
    bindTime: dateTime('绑定时间', { readOnly: true }),
    unbindTime: dateTime('解绑时间', { readOnly: true }),
    ...approvalFields,
  },
  list: {
    columns: ['plateNo', 'status', 'carType', 'brandModel', 'color', 'driverId', 'deputyIds', 'deviceIds', 'providerId', 'areaCode', 'insuranceEnd', 'bindTime'],
    filters: ['plateNo', 'status', 'carType', 'driverId', 'providerId', 'areaCode', 'insuranceEnd'],
    card: { subtitle: 'driverId', badge: 'status', aside: 'carType', facts: ['brandModel', 'deviceIds', 'insuranceEnd'] },
  },
  form: [
    { title: '车辆', fields: ['plateNo', 'carType', 'brandModel', 'color', 'vin', 'licenseImg', 'insuranceEnd'] },
    { title: '司机与设备', fields: ['providerId', 'driverId', 'deputyIds', 'deviceIds', 'areaCode'] },
  ],
  actions: {
    approve: { label: '通过', when: { status: ['waiting'] }, batch: true },
    reject: { label: '驳回' },
    resubmit: { label: '重新提交', when: { status: ['rejected'] }, permission: 'edit' },
    disable: { label: '停运', when: { status: ['normal'] }, danger: true, reason: true, permission: 'switch' },
    enable: { label: '恢复运营', when: { status: ['stopped'] }, permission: 'switch' },
    unbind: { label: '解绑', when: { status: ['normal', 'stopped'] }, danger: true, reason: true },
  },
  approval: {
    noun: '车辆',
    state: 'status',
    steps: [{ action: 'approve', name: '审核' }],
    passed: 'normal',
    reject: 'reject',
    rejected: 'rejected',
    hours: 'review.dueHours',
    figures: ['carType', 'color', 'insuranceEnd'],
    facts: [['plateNo', 'brandModel', 'vin'], 'licenseImg', ['driverId', 'deputyIds'], 'deviceIds', 'providerId', 'areaCode'],
  },
  check(draft) {
    if (draft.vin && !vin.test(draft.vin)) return { vin: '车架号应为 17 位大写字母与数字，不含 I、O、Q' }
    if (draft.driverId && draft.deputyIds?.split(',').includes(draft.driverId)) return { deputyIds: '副班司机不能是主班司机本人' }
  },
  menu: { group: 'device', icon: 'car', order: 40 },
})
