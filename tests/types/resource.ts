/** What must not compile. `npm run types` fails when one of these lines is accepted. */
import type { ValidateRule } from '#headless/grid/column.ts'
import { approvalFields } from '#model/approval.ts'
import { choices } from '#model/choices.ts'
import { choice, dict, lines, longText, money, ref, refByType, serial, text, toggle, typed } from '#model/fields.ts'
import { defineResource, register, whether, type DraftOf, type Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'

const rest = { label: '单据', path: '/rental/sample', table: 'rental_sample', scope: 'tenant', form: [] } as const
const list = { columns: [], filters: [], card: {} } as const

export const sample = defineResource({
  ...rest,
  name: 'sample',
  title: 'no',
  fields: {
    no: serial('单号', { prefix: 'DJ' }),
    name: text('名称', { required: true }),
    kind: dict('类型', 'yn'),
    paid: money('实付', { readOnly: true }),
    open: toggle('开放', { boolean: true }),
    parent: ref('上级', 'sample'),
    steps: lines('阶梯', { from: text('起', { required: true }), card: ref('卡', 'sample') }),
  },
  list: { columns: ['no', 'createTime'], filters: ['name'], sort: '-createTime', card: { badge: 'kind' } },
  form: [{ title: '基本', fields: ['name'] }],
  actions: { close: { label: '关闭', when: { kind: ['Y'] } } },
  check: (draft) => (draft.name === draft.no ? { name: '不能与单号相同' } : undefined),
})

type Row = Wire<typeof sample>
type Draft = DraftOf<typeof sample>

export const row = {
  no: '1',
  name: 'a',
  paid: null,
  open: true,
  steps: [{ id: '1', from: '0', card: null }],
} satisfies Partial<Row>
export const draft: Draft = { name: 'a', kind: null, steps: [{ from: '0' }] }

// @ts-expect-error a required field is missing
export const withoutName: Draft = { kind: 'Y' }
// @ts-expect-error the server owns 实付
export const withPaid: Draft = { name: 'a', paid: '1.00' }
// @ts-expect-error the server makes 单号
export const withSerial: Draft = { name: 'a', no: '1' }
// @ts-expect-error no such field
export const withStranger: Draft = { name: 'a', colour: 'red' }
// @ts-expect-error money travels as text, never as a number
export const numericMoney: Row['paid'] = 12.5
// @ts-expect-error a required field is never null in a row
export const nullName: Row['name'] = null

// @ts-expect-error the title must be a field
defineResource({ ...rest, name: 'a', title: 'nothing', fields: { name: text('名称') }, list })
// @ts-expect-error a column must be a field or a system column
defineResource({ ...rest, name: 'a', title: 'name', fields: { name: text('名称') }, list: { ...list, columns: ['colour'] } })
// @ts-expect-error a filter must be a field
defineResource({ ...rest, name: 'a', title: 'name', fields: { name: text('名称') }, list: { ...list, filters: ['colour'] } })
// @ts-expect-error a place is a whole number that every record has
defineResource({ ...rest, name: 'a', title: 'name', fields: { name: text('名称') }, list: { ...list, order: 'name' } })
// @ts-expect-error a form shows fields only
defineResource({ ...rest, name: 'a', title: 'name', fields: { name: text('名称') }, list, form: [{ title: '', fields: ['createTime'] }] })
// @ts-expect-error an action depends on fields only
defineResource({ ...rest, name: 'a', title: 'name', fields: { name: text('名称') }, list, actions: { go: { label: '去', when: { colour: ['1'] } } } })
// @ts-expect-error an import takes fields only
defineResource({ ...rest, name: 'a', title: 'name', fields: { name: text('名称') }, list, excel: { import: ['colour'] } })
const decided = { no: text('单号'), amount: money('金额'), state: dict('状态', 'yn'), ...approvalFields }
const decide = { approve: { label: '通过', when: { state: ['0'] } }, reject: { label: '驳回' } } as const
const approval = { noun: '单据', state: 'state', steps: [{ action: 'approve', name: '审核' }], passed: '1', reject: 'reject', rejected: '2', facts: ['no'] } as const
const asked = { ...rest, name: 'a', title: 'no', list, fields: decided, actions: decide } as const
defineResource({ ...asked, approval })
// @ts-expect-error an approval is written down: trail and deadline must be fields
defineResource({ ...asked, fields: { no: text('单号'), state: dict('状态', 'yn') }, approval })
// @ts-expect-error a step is an action of the resource
defineResource({ ...asked, approval: { ...approval, steps: [{ action: 'bless', name: '审核' }] } })
// @ts-expect-error somebody must be able to say yes
defineResource({ ...asked, approval: { ...approval, steps: [] } })
// @ts-expect-error saying no is an action too
defineResource({ ...asked, approval: { ...approval, reject: 'refuse' } })
// @ts-expect-error the state is a field
defineResource({ ...asked, approval: { ...approval, state: 'status' } })
// @ts-expect-error facts are fields
defineResource({ ...asked, approval: { ...approval, facts: ['no', ['amount', 'colour']] } })
// @ts-expect-error a limit is a setting, not a number in code
defineResource({ ...asked, approval: { ...approval, steps: [{ action: 'approve', name: '审核', above: 5000 }] } })

// @ts-expect-error a mask must be one there is
text('手机号', { mask: 'half' })
// @ts-expect-error a format must be one there is
text('手机号', { format: 'telephone' })
// @ts-expect-error lines hold no lines
lines('行', { inner: lines('内', { a: text('a') }) })

const lost = defineResource({ ...rest, name: 'lost', title: 'to', fields: { to: ref('去向', 'nowhere') }, list })
// @ts-expect-error a reference to a resource that is not registered
register({ lost })
const lostInLines = defineResource({ ...rest, name: 'lostInLines', title: 'a', fields: { a: text('a'), rows: lines('行', { to: ref('去向', 'nowhere') }) }, list })
// @ts-expect-error the same inside lines
register({ lostInLines })
const lostByType = defineResource({ ...rest, name: 'lostByType', title: 'a', fields: { a: text('a'), to: refByType('去向', 'a', { '1': 'nowhere' }) }, list })
// @ts-expect-error the same where another field picks the resource
register({ lostByType })

// @ts-expect-error no such resource
export const nothing = resources.nothing

export const note = typed('值', { by: 'kind', as: { Y: longText('文字') } })
// @ts-expect-error a text names no record
export const named = typed('值', { by: 'kind', as: { Y: ref('上级', 'sample') } })
// @ts-expect-error the editor of a line does not change from row to row
export const changing = lines('行', { value: note })

const states = choices('a_status', '状态', { waiting: ['0', '待审核', 'orange'], passed: ['1', '已通过'], refused: ['2', '已驳回'] })
const levels = choices('a_level', '级别', { low: [1, '低'], high: [2, '高'] })
const stated = { no: text('单号'), state: choice('状态', states, { initial: 'waiting' }), level: choice('级别', levels), ...approvalFields }
const stands = { ...rest, name: 'a', title: 'no', list, fields: stated } as const
const yes = { approve: { label: '通过', when: { state: ['waiting'] } }, reject: { label: '驳回' } } as const
const end = { ...approval, passed: 'passed', rejected: 'refused' } as const
export const ended = defineResource({ ...stands, actions: yes, approval: end })
const is = whether(ended, 'state')
export const waiting: boolean = is({ state: '0' }, 'waiting', 'passed')
export const high: Wire<typeof ended>['level'] = levels.high
// @ts-expect-error no such state
export const nowhere = states.lost
// @ts-expect-error a record holds one of the values
export const strayed: Wire<typeof ended>['state'] = '3'
// @ts-expect-error values that are numbers stay numbers
export const textual: Wire<typeof ended>['level'] = '2'
// @ts-expect-error a state that is not there
choice('状态', states, { initial: 'lost' })
// @ts-expect-error the same among those offered
choice('状态', states, { only: ['waiting', 'lost'] })
// @ts-expect-error an action is possible in states there are
defineResource({ ...stands, actions: { go: { label: '去', when: { state: ['lost'] } } } })
// @ts-expect-error a state is called by its name, never by its value
defineResource({ ...stands, actions: { go: { label: '去', when: { state: ['0'] } } } })
// @ts-expect-error so is a verb
defineResource({ ...stands, when: { edit: { state: ['lost'] } } })
// @ts-expect-error the last yes leads to a state there is
defineResource({ ...stands, actions: yes, approval: { ...end, passed: 'lost' } })
// @ts-expect-error and so does a no
defineResource({ ...stands, actions: yes, approval: { ...end, rejected: '2' } })
// @ts-expect-error what makes a field required is a state there is
defineResource({ ...stands, fields: { ...stated, why: text('原因', { requiredWhen: { state: ['lost'] } }) } })
// @ts-expect-error nobody stands in a state that is not there
is({ state: '0' }, 'lost')
// @ts-expect-error only a field with choices can be asked so
whether(ended, 'no')

export const patterned: ValidateRule = { pattern: 'n6-16' }
// @ts-expect-error a grid column names a pattern there is, or brings its own as an expression
export const misspelt: ValidateRule = { pattern: 'n6-61' }
