import type { Field } from '#model/fields.ts'
import { date, dict, text } from '#model/fields.ts'
import { kinds } from '#model/kinds/index.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { definitionOf } from '#resources/catalogue.ts'
import { api, type Params } from '../../session/api.ts'
import { can } from '../../session/capabilities.ts'
import { pageOf, type Page, type Row } from '../../records/rows.ts'
import type { Among } from '../../records/target.ts'

/** A column of what is chosen from; its field says how a value is read. */
export interface PickerColumn {
  name: string
  field: Field
}

export interface PickerQuery {
  page: number
  size: number
  /** Words by name of a search field. */
  words: Readonly<Record<string, string>>
  /** Only people of this department and below. */
  departId?: string | undefined
}

/** What a selection modal chooses from (contract.md §5.6). */
export interface PickerSource {
  /** Tells the answers of one source from those of another. */
  key: string
  label: string
  columns: readonly PickerColumn[]
  search: readonly PickerColumn[]
  /** px of the modal. */
  width: number
  /** The column that names a row. */
  text: string
  /** A tree of departments stands beside the rows. */
  byDepartment?: boolean
  ask(query: PickerQuery, signal?: AbortSignal): Promise<Page>
  /** The rows whose `store` is one of the values. */
  named(store: string, values: readonly string[]): Promise<readonly Row[]>
}

export const PICKER_SIZES = [5, 10, 20, 30] as const
const WIDTH = 1200
const PEOPLE_WIDTH = 1250

const quiet = { quiet: true }
const containing = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(words).flatMap(([name, word]) => (word.trim() ? [[name, `*${word.trim()}*`] as const] : [])),
  )
/** The comma at the end makes one value a list too. */
const oneOf = (values: readonly string[]) => `${values.join(',')},`

const listed = async (url: string, params: Params, signal?: AbortSignal) =>
  pageOf(await api.get(url, params, { ...quiet, ...(signal && { signal }) }))

const askList =
  (url: string, more: Params = {}): PickerSource['ask'] =>
  ({ page, size, words }, signal) =>
    listed(url, { ...containing(words), ...more, pageNo: page, pageSize: size }, signal)

const namedInList =
  (url: string): PickerSource['named'] =>
  async (store, values) =>
    (await listed(url, { [store]: oneOf(values), pageNo: 1, pageSize: values.length })).rows

const column = (name: string, field: Field): PickerColumn => ({ name, field })

const person = {
  realname: column('realname', text('姓名')),
  username: column('username', text('账号')),
  phone: column('phone', text('手机')),
  birthday: column('birthday', date('生日')),
  sex: column('sex', dict('性别', 'sex', { numeric: true })),
  departs: column('orgCodeTxt', text('部门')),
}

const PEOPLE = '/sys/user/list'
const COLLEAGUES = '/sys/user/queryUserComponentData'

const colleagues: PickerSource['ask'] = ({ page, size, words, departId }, signal) =>
  listed(
    COLLEAGUES,
    {
      ...Object.fromEntries(Object.entries(words).filter(([, word]) => word.trim())),
      ...(departId && { departId }),
      column: 'createTime',
      order: 'desc',
      field: 'id',
      pageNo: page,
      pageSize: size,
    },
    signal,
  )
// A bare array (contract.md §5.6), the same for everybody signed in.
const namedPeople: PickerSource['named'] = async (store, values) =>
  (await api.get<Row[] | null>('/sys/user/getMultiUser', { [store]: oneOf(values) }, quiet)) ?? []

const people = (mayList: boolean): PickerSource => ({
  key: mayList ? 'users' : 'colleagues',
  label: '用户',
  columns: [person.realname, person.username, person.phone, person.birthday],
  search: mayList ? [person.realname, person.username, person.phone] : [person.realname, person.username],
  width: PEOPLE_WIDTH,
  text: 'realname',
  ask: mayList ? askList(PEOPLE, { status: '1' }) : colleagues,
  named: mayList ? namedInList(PEOPLE) : namedPeople,
})

/** Users found by the tree of departments. */
export const peopleByDepartment: PickerSource = {
  key: 'users by department',
  label: '用户',
  columns: [person.realname, person.username, person.sex, person.phone, person.departs],
  search: [person.realname, person.username],
  width: PEOPLE_WIDTH,
  text: 'realname',
  byDepartment: true,
  ask: colleagues,
  named: namedPeople,
}

const MOST_COLUMNS = 6

/** Any list: the columns it shows, searched by the field that names a record. */
function listSource(resource: Resource, among: Among): PickerSource {
  const columns = resource.list.columns
    .map((name) => ({ name, field: fieldOf(resource, name)! }))
    .filter(({ field }) => !kinds[field.kind].wide)
  const title = { name: resource.title, field: fieldOf(resource, resource.title)! }
  const more = resource.list.filters
    .map((name) => ({ name, field: fieldOf(resource, name)! }))
    .filter(
      ({ name, field }) => name !== title.name && !field.hidden && (field.kind === 'text' || field.kind === 'serial'),
    )
  const searchable = kinds[title.field.kind].search === 'contains'
  return {
    key: [resource.name, ...Object.entries(among).flat()].join(' '),
    label: resource.label,
    columns: [title, ...columns.filter(({ name }) => name !== title.name)].slice(0, MOST_COLUMNS),
    search: (searchable ? [title, ...more] : more).slice(0, 3),
    width: WIDTH,
    text: resource.title,
    ask: askList(`${resource.path}/list`, among),
    named: namedInList(`${resource.path}/list`),
  }
}

/** Where less is shown than the list has, and other words are searched. */
const OWN: Readonly<Record<string, { columns: readonly string[]; search?: readonly string[] }>> = {
  sysRole: { columns: ['roleName', 'roleCode'] },
  sysPosition: { columns: ['name', 'code', 'postRank'], search: ['name'] },
}

function sourceOf(resource: Resource, among: Among): PickerSource {
  const own = OWN[resource.name]
  const those = (names: readonly string[]) => names.map((name) => column(name, fieldOf(resource, name)!))
  return {
    ...listSource(resource, among),
    ...(own && { columns: those(own.columns) }),
    ...(own?.search && { search: those(own.search) }),
  }
}

export interface Chosen {
  byDepartment?: boolean | undefined
  among?: Among
}

/** What records of a resource are chosen from; undefined for who may not read its list and only finds names by searching. */
export function sourceFor(
  name: string | undefined,
  reads: (name: string) => boolean,
  { byDepartment = false, among = {} }: Chosen = {},
): PickerSource | undefined {
  if (name === 'sysUser') return byDepartment ? peopleByDepartment : people(reads(name))
  const resource = name ? definitionOf(name) : undefined
  // Elsewhere not every list is a page (menus), and not every record is kept by its id (positions): those are searched by name.
  const pages = can('options') || name === 'sysRole'
  return resource && pages && reads(resource.name) ? sourceOf(resource, among) : undefined
}
