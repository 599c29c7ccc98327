import { dateTime, dict, money, serial, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** Two books that should agree and do not. Found at night or by the button; stays until somebody clears it with a reason. */
export const reconcileDifference = defineResource({
  name: 'reconcileDifference',
  label: '对账差异',
  title: 'diffNo',
  scope: 'tenant',
  verbs: ['export'],
  fields: {
    diffNo: serial('差异单号', { prefix: 'DZ' }),
    kind: dict('差异类型', 'pb_difference_kind', { readOnly: true, initial: '1' }),
    subject: text('对象', { readOnly: true, max: 100, width: 180 }),
    bizNo: text('业务单号', { readOnly: true, max: 64, width: 190 }),
    expected: money('应为', { readOnly: true, signed: true }),
    actual: money('实际', { readOnly: true, signed: true }),
    difference: money('差额', { readOnly: true, signed: true }),
    detail: text('说明', { readOnly: true, max: 255 }),
    foundTime: dateTime('发现时间', { readOnly: true }),
    lastTime: dateTime('最近一次对账', { readOnly: true }),
    status: dict('状态', 'pb_difference_status', { readOnly: true, initial: '0' }),
    handlerId: user('处理人', { readOnly: true }),
    clearTime: dateTime('处理时间', { readOnly: true }),
    clearReason: text('处理说明', { readOnly: true, max: 255 }),
  },
  list: {
    source: '对账发现不符时列在这里',
    columns: [
      'diffNo',
      'status',
      'kind',
      'subject',
      'bizNo',
      'expected',
      'actual',
      'difference',
      'foundTime',
      'lastTime',
      'handlerId',
      'clearReason',
    ],
    filters: ['diffNo', 'status', 'kind', 'bizNo', 'foundTime'],
    card: { subtitle: 'subject', badge: 'status', aside: 'difference', facts: ['kind', 'bizNo', 'foundTime'] },
    totals: ['difference'],
  },
  form: [
    {
      title: '差异',
      fields: ['kind', 'subject', 'bizNo', 'expected', 'actual', 'difference', 'detail', 'foundTime', 'lastTime'],
    },
    { title: '处理', fields: ['handlerId', 'clearTime', 'clearReason'] },
  ],
  actions: {
    run: { label: '立即对账', creates: true, confirm: '核对全部余额、订单分润与近七天打款，完成后在消息中告知结果。' },
    clear: { label: '处理', when: { status: ['0'] }, reason: true, batch: true },
  },
  menu: { group: 'finance', icon: 'reconciliation', order: 40 },
})
