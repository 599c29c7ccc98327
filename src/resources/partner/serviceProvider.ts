import { area, date, decimal, department, dict, integer, money, ref, serial, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** Agents, stores and merchants in one tree. Each has a department of its own, so what it sees follows the tree. */
export const serviceProvider = defineResource({
  name: 'serviceProvider',
  label: '服务商',
  path: '/rental/serviceProvider',
  table: 'rental_service_provider',
  title: 'providerName',
  scope: 'department',
  fields: {
    providerNo: serial('服务商编号', { prefix: 'FW' }),
    providerName: text('服务商名称', { required: true, unique: true, max: 100, width: 220 }),
    level: dict('级别', 'pb_provider_level', { required: true }),
    parentId: ref('上级', 'serviceProvider', { hint: '省级代理没有上级' }),
    subjectType: dict('主体类型', 'pb_subject_type', { required: true }),
    industry: dict('所属行业', 'pb_industry'),
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
    deviceCount: integer('设备数', { readOnly: true, initial: 0 }),
    activeCount: integer('激活数', { readOnly: true, initial: 0 }),
    balance: money('可提现', { readOnly: true, initial: '0.00' }),
    frozen: money('冻结', { readOnly: true, initial: '0.00' }),
    totalIncome: money('累计收益', { readOnly: true, initial: '0.00' }),
    status: dict('状态', 'enable_status', { required: true, initial: '1' }),
  },
  tree: { parent: 'parentId' },
  list: {
    columns: [
      'providerNo',
      'providerName',
      'level',
      'status',
      'balance',
      'frozen',
      'totalIncome',
      'deviceCount',
      'contactName',
      'contactPhone',
      'areaCode',
      'parentId',
      'contractEnd',
      'createTime',
    ],
    filters: ['providerName', 'level', 'status', 'parentId', 'areaCode', 'contactPhone', 'contractEnd'],
    card: {
      subtitle: 'level',
      badge: 'status',
      aside: 'balance',
      facts: ['contactName', 'contactPhone', 'deviceCount'],
    },
    totals: ['deviceCount', 'balance', 'frozen', 'totalIncome'],
  },
  form: [
    { title: '基本信息', fields: ['providerName', 'level', 'parentId', 'subjectType', 'industry', 'status'] },
    {
      title: '联系与位置',
      fields: ['contactName', 'contactPhone', 'areaCode', 'address', 'lng', 'lat', 'businessHours'],
    },
    { title: '合作', fields: ['salesmanId', 'contractEnd'] },
  ],
  excel: {
    import: [
      'providerName',
      'level',
      'parentId',
      'subjectType',
      'industry',
      'contactName',
      'contactPhone',
      'areaCode',
      'address',
      'businessHours',
      'contractEnd',
      'status',
    ],
  },
  check(draft) {
    if (draft.level && draft.level !== '1' && !draft.parentId) return { parentId: '请选择上级' }
    if (draft.level === '1' && draft.parentId) return { parentId: '省级代理不能有上级' }
    if (draft.level === '5' && !draft.industry) return { industry: '商户请选择所属行业' }
  },
  menu: { group: 'partner', icon: 'shop', order: 10 },
})
