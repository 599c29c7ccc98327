/** Test data from the definitions: `make(resource)` is a draft that the form would accept. */
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { onValue } from '#model/kinds/switch/values.ts'
import { editable, type Resource } from '#model/resource.ts'
import { complaintTypes } from '#resources/customer/complaint.ts'
import { authStates } from '#resources/customer/userMessage.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { valueTypes } from '#resources/finance/configValue.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { resources } from '#resources/index.ts'
import { onlineKinds } from '#resources/system/onlineKinds.ts'
import { providerLevels, industries } from '#resources/partner/levels.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'

let count = Date.now() % 1_000_000
const next = () => (count += 1)
const digits = (length: number) => String(next()).padStart(length, '0').slice(-length)

/** 18 digits with a true check digit. */
function idCard(): string {
  const body = `44030519900101${digits(3)}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return body + '10X98765432'[weights.reduce((sum, weight, index) => sum + weight * Number(body[index]), 0) % 11]!
}

const formatted: Partial<Record<NonNullable<FieldOf<'text'>['format']>, () => string>> = {
  mobile: () => `139${digits(8)}`,
  phone: () => `0755-${digits(8)}`,
  email: () => `a${next()}@b.cn`,
  userName: () => `user_${digits(8)}`,
  url: () => 'https://a.cn/b',
  bankCard: () => `6222${digits(12)}`,
  idCard,
  creditCode: () => `91440300MA${digits(8)}`,
  certificate: () => `C${digits(12)}`,
  plate: () => `粤B${digits(5)}`,
  code: () => `code_${next()}`,
  natural: () => '7',
}

/** Of a kind that is not here nothing is filled in. */
type Make = { [K in FieldKind]?: (field: FieldOf<K>) => unknown }
const within = ({ min = 0, max = Infinity }: { min?: number; max?: number }, wanted: number) =>
  Math.min(Math.max(wanted, min), max)
const values: Make = {
  text: ({ format, max = 50, label }) =>
    format && formatted[format] ? formatted[format]() : `${label}${next()}`.slice(-max),
  longText: ({ label }) => `${label}\n第二行`,
  richText: ({ label }) => `<p>${label}<strong>粗</strong></p>`,
  markdown: ({ label }) => `# ${label}\n\n- 甲`,
  code: () => '  const a = 1\n',
  tags: () => '苹果;香蕉',
  integer: (field) => within(field, 3),
  decimal: (field) => within(field, 12.5),
  money: (field) => within(field, 12.34).toFixed(2),
  percent: (field) => within(field, 1.5).toFixed(2),
  // What runs out has not yet.
  date: ({ label }) => (/有效期|到期/.test(label) ? '2036-03-01' : '2026-03-01'),
  dateTime: () => '2026-03-01 10:20:30',
  switch: onValue,
  dict: ({ dict, numeric, initial }) => {
    const value =
      initial ??
      (dictionaries as Record<string, { items: readonly (readonly [string, ...string[]])[] }>)[dict]!.items[0]![0]
    return numeric ? Number(value) : value
  },
  area: () => '440305',
  image: () => 'temp/a.png',
  images: () => 'temp/a.png,temp/b.png',
  file: ({ extensions = ['pdf'] }) => `temp/a.${extensions[0]}`,
  files: ({ extensions = ['pdf'] }) => `temp/a.${extensions[0]},temp/b.${extensions[0]}`,
  cron: () => '0 0 3 * * ?',
  json: () => ({ a: 1 }),
  typed: ({ label }) => `${label}${next()}`,
  // The server writes it.
  serial: () => undefined,
  lines: () => [],
}

export function valueOf(field: Field): unknown {
  const made = values[field.kind] as ((field: Field) => unknown) | undefined
  return made ? made(field) : null
}

/** Every field a person may fill in, plus what the definition's own rules ask for. */
export function make(resource: Resource, over: Record<string, unknown> = {}): Record<string, unknown> {
  const draft = Object.fromEntries(editable(resource.fields).map((name) => [name, valueOf(resource.fields[name]!)]))
  return { ...draft, ...because[resource.name]?.(), ...over }
}

const inTime = { startTime: '2036-01-01 00:00:00', endTime: '2036-02-01 00:00:00' }

/** What only the business knows about a record that passes its rules. */
const because: Record<string, () => Record<string, unknown>> = {
  serviceProvider: () => ({ level: providerLevels.province, parentId: null, industry: industries.catering }),
  serviceProviderConfig: () => ({
    withdrawMin: '1.00',
    withdrawMax: '100.00',
    priceMin: '1.00',
    priceMax: '2.00',
    autoWithdrawMax: '5.00',
  }),
  agentApply: () => ({ applyLevel: providerLevels.province, industry: industries.catering, parentId: null }),
  complaint: () => ({ complaintType: complaintTypes.billing }),
  userMessage: () => ({ authStatus: authStates.passed }),
  userWithdrawal: () => ({
    ownerType: ownerTypes.consumer,
    method: withdrawMethods.bankCard,
    bankNo: `6222${digits(12)}`,
    accountName: null,
  }),
  sysAnnouncement: () => ({ openType: 'url', openPage: '/dashboard/analysis' }),
  sysPermission: () => ({ menuType: 0, url: `/menu${next()}`, parentId: null }),
  sysTenant: () => ({ beginDate: '2026-01-01 00:00:00', endDate: '2027-01-01 00:00:00' }),
  rechargeSetting: () => ({ payAmount: `${100 + (next() % 900)}.${digits(2)}`, limitTimes: 1, ...inTime }),
  packageGroup: () => ({ isDefault: 'N', areaCodes: null }),
  userCard: () => ({ startTime: '2036-01-01 00:00:00' }),
  blindBox: () => ({
    ...inTime,
    prizes: [
      { prizeName: '谢谢参与', prizeType: prizeTypes.nothing, probability: '60.00' },
      { prizeName: '红包', prizeType: prizeTypes.wallet, amount: '1.00', probability: '40.00', stock: 10 },
    ],
  }),
  banner: () => inTime,
  advertisement: () => inTime,
  deviceNumber: () => {
    const sn = `77${digits(8)}`
    return { startNo: sn, endNo: sn, qrUrl: `https://q.cn/${sn}` }
  },
  device: () => ({ deviceSn: `78${digits(8)}` }),
  driverCar: () => ({ vin: `LSVAA4182E${digits(7)}` }),
  appConfig: () => ({ valueType: valueTypes.text, effectTime: null, needAudit: 'N' }),
  sysUser: () => ({ password: 'Volt#2026' }),
  quartzJob: () => ({ parameter: null }),
  sysCheckRule: () => ({ slices: [{ digits: '*', pattern: '[a-z]+', message: '应为小写字母' }] }),
  sysMessageTemplate: () => ({ templateContent: '您好，${name}', templateTestJson: '{"name":"张三"}', useStatus: '0' }),
  sysMessage: () => ({ esReceiver: 'operator' }),
  sysGatewayRoute: () => ({ uri: 'lb://orders', predicates: [{ name: 'Path', args: '/orders/**' }] }),
  onlineForm: () => ({
    code: `form_${next()}`,
    fields: [{ name: 'title', label: '标题', kind: onlineKinds.text }],
    enhancements: [],
  }),
  sysDataSource: () => ({ dbUrl: 'jdbc:postgresql://bi-db.example.cn:5432/bi' }),
  onlineReport: () => ({
    cgrSql: 'select order_no as order_no from rental_order_message',
    dbSource: null,
    items: [{ fieldName: 'order_no', fieldTxt: '订单号', fieldType: 'String', isShow: '1' }],
    params: [],
    chartLabel: 'order_no',
    chartValue: 'order_no',
  }),
  sysFillRule: () => ({ ruleParams: '{"prefix":"DD"}' }),
}

type Draft = Record<string, unknown>
type SendTo = (method: 'POST', path: string, body: Draft) => Promise<{ success: boolean; message: string }>

/** A draft of a device; its number has been registered. */
export async function makeDevice(send: SendTo, over: Draft = {}): Promise<Draft> {
  const { device, deviceNumber } = resources
  const draft = make(device, over)
  const { deviceSn: sn, deviceType } = draft
  const range = make(deviceNumber, { startNo: sn, endNo: sn, deviceType })
  const reply = await send('POST', `${deviceNumber.path}/add`, range)
  if (!reply.success) throw new Error(reply.message)
  return draft
}
