import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { area, choice, dateTime, images, integer, longText, percent, ref, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { industries, providerLevels, subjectTypes } from './levels.ts'

export const applyStates = choices('pb_apply_status', '申请状态', {
  waiting: ['0', '待审核', 'orange'],
  review: ['1', '待复审', 'gold'],
  passed: ['2', '已通过', 'green'],
  rejected: ['3', '已驳回', 'red'],
  withdrawn: ['4', '已撤回', 'default'],
})

/** Whoever is no single person: pb_subject_type. */
const ofFirms = { requiredWhen: { subjectType: ['soleTrader', 'firm'] } } as const

/** Somebody wants to become an agent. Approved by two people it makes the provider with its terms, department and login. */
export const agentApply = defineResource({
  name: 'agentApply',
  label: '代理商申请',
  title: 'applyNo',
  scope: 'department',
  verbs: ['add', 'edit', 'export'],
  when: { edit: { status: ['waiting'] } },
  fields: {
    applyNo: serial('申请单号', { prefix: 'SQ' }),
    applyLevel: choice('申请级别', providerLevels, { required: true }),
    subjectType: choice('主体类型', subjectTypes, { required: true, initial: 'firm' }),
    companyName: text('公司名称', { ...ofFirms, max: 100, width: 220 }),
    creditCode: text('统一社会信用代码', { ...ofFirms, format: 'creditCode', width: 180 }),
    licenseImg: images('营业执照', ofFirms),
    contactName: text('联系人', { required: true, max: 32 }),
    contactPhone: text('联系电话', { required: true, format: 'mobile', mask: 'phone' }),
    idCardNo: text('身份证号', { required: true, format: 'idCard', mask: 'idCard', width: 180 }),
    idCardImgs: images('身份证照片', { required: true, min: 2, max: 2, hint: '正面、反面各一张' }),
    areaCode: area('意向区域', { required: true }),
    address: text('详细地址', { max: 255 }),
    planDevices: integer('计划铺设数量', { required: true, min: 1, max: 1_000_000, unit: '台' }),
    industry: choice('所属行业', industries, { requiredWhen: { applyLevel: ['merchant'] } }),
    experience: longText('资源说明'),
    referrerId: ref('推荐服务商', 'serviceProvider'),
    parentId: ref('拟定上级', 'serviceProvider', { hint: '省级代理没有上级' }),
    shareRatio: percent('拟定分润比例', { readOnly: true }),
    status: choice('状态', applyStates, { readOnly: true, initial: 'waiting' }),
    applyTime: dateTime('申请时间', { readOnly: true, initial: 'now' }),
    ...approvalFields,
    providerId: ref('开通的服务商', 'serviceProvider', { readOnly: true }),
  },
  list: {
    columns: ['applyNo', 'status', 'applyLevel', 'companyName', 'contactName', 'contactPhone', 'areaCode', 'planDevices', 'referrerId', 'applyTime', 'dueTime'],
    filters: ['applyNo', 'status', 'applyLevel', 'companyName', 'contactName', 'areaCode', 'applyTime'],
    card: { subtitle: 'contactName', badge: 'status', aside: 'applyLevel', facts: ['companyName', 'areaCode', 'planDevices'] },
    totals: ['planDevices'],
  },
  form: [
    { title: '申请', fields: ['applyLevel', 'areaCode', 'address', 'planDevices', 'industry', 'referrerId', 'parentId'] },
    { title: '主体', fields: ['subjectType', 'companyName', 'creditCode', 'licenseImg'] },
    { title: '联系人', fields: ['contactName', 'contactPhone', 'idCardNo', 'idCardImgs', 'experience'] },
  ],
  actions: {
    approve: { label: '通过', when: { status: ['waiting'] }, batch: true },
    review: {
      label: '复审通过',
      when: { status: ['review'] },
      input: {
        shareRatio: percent('分润比例', { required: true, min: 0.01, hint: '不超过上级剩余的比例' }),
        parentId: ref('上级服务商', 'serviceProvider', { hint: '不填则为申请中的拟定上级；省级代理没有上级' }),
      },
    },
    reject: { label: '驳回' },
    withdraw: { label: '撤回', when: { status: ['waiting', 'review'] }, permission: 'edit', confirm: '撤回后不再审核。' },
  },
  approval: {
    noun: '代理商申请',
    state: 'status',
    steps: [
      { action: 'approve', name: '初审' },
      { action: 'review', name: '复审' },
    ],
    passed: 'passed',
    reject: 'reject',
    rejected: 'rejected',
    hours: 'agentApply.dueHours',
    figures: ['applyLevel', 'planDevices', 'subjectType'],
    facts: [
      ['contactName', 'contactPhone', 'idCardNo'],
      ['areaCode', 'address'],
      ['companyName', 'creditCode'],
      'idCardImgs',
      'licenseImg',
      'experience',
      'referrerId',
      'parentId',
      'shareRatio',
      'providerId',
    ],
  },
  figures: {
    waiting: { label: '待审代理商申请', unit: '份', when: { status: ['waiting', 'review'] }, since: 'applyTime' },
    applied: { label: '代理商申请', unit: '份', at: 'applyTime', by: ['applyLevel', 'status', 'areaCode'] },
  },
  check(draft) {
    if (draft.applyLevel === providerLevels.province && draft.parentId) return { parentId: '省级代理不能有上级' }
  },
  menu: { group: 'partner', icon: 'solution', order: 5 },
})
