import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { choice, date, images, integer, money, percent, ref, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { sexes } from '../sexes.ts'

export const driverStates = choices('pb_driver_status', '司机状态', {
  waiting: ['0', '待审核', 'orange'],
  normal: ['1', '正常', 'green'],
  off: ['2', '停用', 'default'],
  rejected: ['3', '审核驳回', 'red'],
})

/** A driver who carries devices in the car and earns a share. */
export const driverMessage = defineResource({
  name: 'driverMessage',
  label: '司机信息',
  title: 'realName',
  scope: 'department',
  when: { delete: { status: ['waiting', 'rejected'] } },
  fields: {
    driverNo: serial('司机编号', { prefix: 'SJ' }),
    realName: text('姓名', { required: true, max: 32 }),
    phone: text('手机号', { required: true, unique: true, format: 'mobile', mask: 'phone' }),
    sex: choice('性别', sexes),
    idCardNo: text('身份证号', { required: true, format: 'idCard', mask: 'idCard', width: 180 }),
    idCardImgs: images('身份证照片', { required: true, min: 2, max: 2, hint: '正面、反面各一张' }),
    driverLicenseNo: text('驾驶证号', { required: true, max: 18, format: 'certificate', mask: 'idCard', width: 180 }),
    driverLicenseImg: images('驾驶证照片', { required: true, max: 2 }),
    licenseEnd: date('驾驶证有效期', { required: true }),
    providerId: ref('所属服务商', 'serviceProvider', { required: true }),
    shareRatio: percent('分润比例', { required: true, hint: '不超过所属服务商一路剩余的比例' }),
    freezeAmount: money('设备款', { required: true, min: 0, hint: '每台设备，从收益中冻结；上限见 APP配置' }),
    carCount: integer('车辆数', { readOnly: true, initial: 0 }),
    balance: money('可提现', { readOnly: true, initial: '0.00' }),
    frozen: money('冻结', { readOnly: true, initial: '0.00' }),
    deviceFrozen: money('设备款已冻结', { readOnly: true, initial: '0.00' }),
    openId: text('收款微信', { max: 64, mask: 'account', fixed: true, hint: '提现只到这里；要换须由另一人复核' }),
    status: choice('状态', driverStates, { readOnly: true, initial: 'waiting' }),
    auditReason: text('审核意见', { readOnly: true, max: 255 }),
    ...approvalFields,
  },
  list: {
    columns: ['driverNo', 'realName', 'status', 'phone', 'providerId', 'shareRatio', 'freezeAmount', 'balance', 'frozen', 'carCount', 'licenseEnd', 'createTime'],
    filters: ['realName', 'driverNo', 'phone', 'status', 'providerId', 'licenseEnd', 'createTime'],
    card: { subtitle: 'phone', badge: 'status', aside: 'balance', facts: ['providerId', 'shareRatio', 'carCount'] },
    totals: ['balance', 'frozen'],
  },
  form: [
    { title: '司机', fields: ['realName', 'phone', 'sex', 'idCardNo', 'idCardImgs'] },
    { title: '驾驶证', fields: ['driverLicenseNo', 'driverLicenseImg', 'licenseEnd'] },
    { title: '合作', fields: ['providerId', 'shareRatio', 'freezeAmount', 'openId'] },
  ],
  actions: {
    approve: { label: '通过', when: { status: ['waiting'] }, batch: true },
    reject: { label: '驳回' },
    resubmit: { label: '重新提交', when: { status: ['rejected'] }, permission: 'edit' },
    disable: { label: '停用', when: { status: ['normal'] }, danger: true, reason: true, permission: 'switch' },
    enable: { label: '启用', when: { status: ['off'] }, permission: 'switch' },
    changeAccount: {
      label: '修改收款微信',
      reason: true,
      confirm: '由另一人复核通过后生效；生效后几天内提现提示风险。',
      input: { openId: text('收款微信', { required: true, max: 64 }) },
    },
  },
  approval: {
    noun: '司机',
    state: 'status',
    steps: [{ action: 'approve', name: '审核' }],
    passed: 'normal',
    reject: 'reject',
    rejected: 'rejected',
    hours: 'review.dueHours',
    figures: ['shareRatio', 'freezeAmount', 'licenseEnd'],
    facts: [['realName', 'phone', 'sex'], ['idCardNo', 'driverLicenseNo'], 'idCardImgs', 'driverLicenseImg', 'providerId', 'openId'],
  },
  menu: { group: 'device', icon: 'solution', order: 30 },
})
