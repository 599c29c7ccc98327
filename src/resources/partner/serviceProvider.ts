import { area, choice, date, decimal, department, integer, money, ref, serial, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { industries, providerLevels, subjectTypes } from './levels.ts'
import { enableStates } from '../enabled.ts'

/** Agents, stores and merchants in one tree. Each has a department of its own, so what it sees follows the tree; its devices are those of all below. */
export const serviceProvider = defineResource({
  name: 'serviceProvider',
  label: '服务商',
  title: 'providerName',
  scope: 'department',
  fields: {
    providerNo: serial('服务商编号', { prefix: 'FW' }),
    providerName: text('服务商名称', { required: true, unique: true, max: 100, width: 220 }),
    level: choice('级别', providerLevels, { required: true }),
    parentId: ref('上级', 'serviceProvider', { requiredWhen: { level: ['city', 'district', 'chain', 'merchant'] }, hint: '省级代理没有上级' }),
    subjectType: choice('主体类型', subjectTypes, { required: true }),
    industry: choice('所属行业', industries, { requiredWhen: { level: ['merchant'] } }),
    contactName: text('联系人', { required: true, max: 32 }),
    contactPhone: text('联系电话', { required: true, format: 'mobile', mask: 'phone' }),
    areaCode: area('区域', { required: true }),
    address: text('地址', { required: true, max: 255, width: 240 }),
    lng: decimal('经度', { scale: 6, min: -180, max: 180 }),
    lat: decimal('纬度', { scale: 6, min: -90, max: 90 }),
    businessHours: text('营业时间', { max: 32 }),
    salesmanId: user('业务员'),
    userId: user('登录账号', { readOnly: true }),
    departId: department('所属部门', { readOnly: true }),
    contractEnd: date('合同到期'),
    deviceCount: integer('设备数', { readOnly: true, computed: true }),
    activeCount: integer('激活数', { readOnly: true, computed: true }),
    balance: money('可提现', { readOnly: true, initial: '0.00' }),
    frozen: money('冻结', { readOnly: true, initial: '0.00' }),
    totalIncome: money('累计收益', { readOnly: true, initial: '0.00' }),
    status: choice('状态', enableStates, { required: true, initial: 'on' }),
  },
  tree: { parent: 'parentId' },
  list: {
    columns: ['providerNo', 'providerName', 'level', 'status', 'balance', 'frozen', 'totalIncome', 'deviceCount', 'contactName', 'contactPhone', 'areaCode', 'parentId', 'contractEnd', 'createTime'],
    filters: ['providerName', 'level', 'status', 'parentId', 'areaCode', 'contactPhone', 'contractEnd'],
    card: { subtitle: 'level', badge: 'status', aside: 'balance', facts: ['contactName', 'contactPhone', 'deviceCount'] },
    totals: ['balance', 'frozen', 'totalIncome'],
  },
  form: [
    { title: '基本信息', fields: ['providerName', 'level', 'parentId', 'subjectType', 'industry', 'status'] },
    { title: '联系与位置', fields: ['contactName', 'contactPhone', 'areaCode', 'address', 'lng', 'lat', 'businessHours'] },
    { title: '合作', fields: ['salesmanId', 'contractEnd'] },
  ],
  excel: {
    import: ['providerName', 'level', 'parentId', 'subjectType', 'industry', 'contactName', 'contactPhone', 'areaCode', 'address', 'businessHours', 'contractEnd', 'status'],
  },
  check(draft) {
    if (draft.level === providerLevels.province && draft.parentId) return { parentId: '省级代理不能有上级' }
  },
  menu: { group: 'partner', icon: 'shop', order: 10 },
})
