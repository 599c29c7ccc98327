/**
 * The nine resources of JeecgBoot that our shells look after on a server which speaks its contract alone (contract.md §6),
 * and what stands there for our own verbs. Loaded when such a server is found.
 */
import type { Field, Fields } from '#model/fields.ts'
import { integer, text } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Resource } from '#model/resource.ts'
import { userStates } from '#resources/system/userStates.ts'
import { api, ApiError, type Params } from '../api.ts'
import { orNone } from '../emptyAnswer.ts'
import { session } from '../session.ts'
import { speak, type About, type SentOption, type SentRow, type Way } from '../ways.ts'

type Rows = Record<string, unknown>[]
type Values = Readonly<Record<string, unknown>>
const QUIET = { quiet: true }
const quietly = (signal?: AbortSignal) => ({ ...QUIET, ...(signal && { signal }) })
const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))
/** The comma at the end makes one value a list too (§5.6). */
const listed = (ids: readonly string[] | string) => `${typeof ids === 'string' ? ids : ids.join(',')},`

const recordsOf = (sent: unknown): SentRow[] =>
  (Array.isArray(sent) ? sent : ((sent as { records?: SentRow[] } | null)?.records ?? [])) as SentRow[]

/** What a server lays beside a record for whoever reads it. */
const SHOWN = ['key', 'value', 'title', 'children', 'isLeaf', 'hasChildren', 'may', 'version']
/**
 * What it keeps by itself. The newer line shows the hashed password of everybody in its lists, and reads times that come back
 * by the clock of its machine: a record would be eight hours younger after each change.
 */
const KEPT = ['createBy', 'createTime', 'updateBy', 'updateTime', 'lastPwdUpdateTime', 'password', 'salt']
const stored = (row: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => !name.endsWith('_dictText') && !SHOWN.includes(name) && !KEPT.includes(name),
    ),
  )

/** A text that is null stays as it was; only an empty one is cleared (§6.1 edits what is not null). */
const cleared = (fields: Fields, changes: Values): Values =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const field = fields[name]
      return [name, value === null && (!field || kindOf(field).stored(field) === 'text') ? '' : value]
    }),
  )

/** Numbers take one value each; several go under a name of their own (§5.2). */
function filters(resource: Resource, params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const field: (Field & { numeric?: boolean }) | undefined = resource.fields[name]
      // One department, by its id alone.
      if (field?.kind === 'department') return [name, textOf(value).split(',').find(Boolean)]
      const several = field?.numeric && typeof value === 'string' && value.includes(',')
      return [several ? `${name}_MultiString` : name, value]
    }),
  )
}

interface Change {
  without?: readonly string[]
  fields?: Fields
  columns?: Readonly<Record<string, string>>
  /** Of its form, first. */
  first?: readonly string[]
  actions?: readonly string[]
}

/** The definition without what the contract does not have. */
function told(
  resource: Resource,
  { without = [], fields = {}, columns = {}, first = [], actions = [] }: Change,
): Resource {
  const stays = (name: string) => !without.includes(name)
  const { list } = resource
  const named = <K extends string>(names: readonly K[]) =>
    names.map((name) => (columns[name] ?? name) as K).filter(stays)
  const { subtitle, badge, aside, facts } = list.card
  // What has another name there is no state any more, but said all the same.
  const moved = badge && columns[badge]
  return {
    ...resource,
    fields: {
      ...fields,
      ...Object.fromEntries(Object.entries(resource.fields).filter(([name]) => stays(name))),
    },
    list: {
      ...list,
      columns: named(list.columns),
      filters: list.filters.filter(stays),
      card: {
        ...(subtitle && { subtitle }),
        ...(badge && stays(badge) && { badge }),
        ...(aside && { aside }),
        ...((facts || moved) && { facts: [...named(facts ?? []), ...(moved ? [moved] : [])] }),
      },
    },
    form: resource.form.map((section, at) => ({
      ...section,
      fields: [...(at ? [] : first), ...section.fields.filter(stays)],
    })),
    actions: Object.fromEntries(Object.entries(resource.actions).filter(([name]) => actions.includes(name))),
  }
}

/** An ordinary module: what it answers to `list`, `queryById` and `edit`. */
function ordinary(resource: Resource): Way {
  const { path, title } = resource
  const narrow = (params: Params) => filters(resource, params)
  return {
    resource,
    async record(id, signal) {
      // The page of one, because only pages have texts (§5.4).
      const [row] = recordsOf(await api.get(`${path}/list`, { id, pageNo: 1, pageSize: 1 }, quietly(signal)))
      return row ?? notThere(resource)
    },
    level: () => Promise.reject(new Error(`${resource.label}没有上下级`)),
    advanced: true,
    list: (params, signal) => api.get(`${path}/list`, narrow(params), quietly(signal)),
    narrow,
    async options(asked, signal) {
      const params: Params =
        'ids' in asked
          ? { id: listed(asked.ids), pageNo: 1, pageSize: asked.ids.split(',').length }
          : {
              ...asked.among,
              ...(asked.keyword && { [title]: `*${asked.keyword}*` }),
              pageNo: 1,
              pageSize: asked.pageSize,
            }
      const rows = recordsOf(await api.get(`${path}/list`, params, quietly(signal)))
      return rows.map((row) => ({ value: row.id, text: textOf(row[title]) }))
    },
    whole: true,
    add: (values) => cleared(resource.fields, values),
    change: ({ id, row, beside }, changes) => ({
      ...(row && stored(row)),
      ...beside,
      ...cleared(resource.fields, changes),
      id,
    }),
    act: (action) => {
      throw new Error(`${resource.label}没有操作 ${action}`)
    },
  }
}

function notThere({ label }: Resource): never {
  throw new ApiError(`这条${label}已不存在`, 404, 404)
}

const flat = (rows: Rows): SentRow[] =>
  rows.flatMap((row) => [row as SentRow, ...flat((row.children as Rows | null | undefined) ?? [])])

/** Of a whole list that is small enough to be searched here. */
function among(all: readonly SentOption[], asked: { keyword: string; pageSize: number } | { ids: string }) {
  if ('ids' in asked) {
    const ids = asked.ids.split(',')
    return all.filter(({ value }) => ids.includes(value))
  }
  const word = asked.keyword.trim().toLowerCase()
  return all.filter((one) => one.text.toLowerCase().includes(word)).slice(0, asked.pageSize)
}

/** A word between the stars of a search for a part of the text. */
const bare = (value: unknown) => textOf(value).replace(/^\*+|\*+$/g, '')

/** What differs from an ordinary module (STD). */
interface Special extends Change {
  ways?(std: Way): Partial<Way>
}

const severalIn = ({ ids, row }: About) => (ids ? ids.join(',') : textOf(row?.id))

/** Users: of roles, departments and tenants nothing is left but what an edit names (§6.1). */
const sysUser: Special = {
  without: ['roleIds', 'description', 'sort', 'mustChangePassword'],
  fields: { orgCodeTxt: text('所属部门', { readOnly: true }) },
  columns: { departId: 'orgCodeTxt' },
  actions: ['freeze', 'unfreeze'],
  ways: (std) => ({
    change(of, changes) {
      const { lastselectedroles: _, lastselecteddeparts: __, ...body } = std.change(of, changes)
      return body
    },
    act: (action, about) => ({
      method: 'PUT',
      url: '/sys/user/frozenBatch',
      body: { ids: severalIn(about), status: action === 'freeze' ? userStates.frozen : userStates.normal },
    }),
  }),
}

/** Roles: the newer line looks for parts of a text by itself, and takes stars for what they are; the older one needs them. */
const sysRole: Special = {
  ways: (std) => ({
    advanced: false,
    async list(params, signal) {
      const sent = (await std.list(params, signal)) as { total?: number } | null
      const starred = Object.entries(params).filter(([, value]) => /^\*.+\*$/.test(textOf(value)))
      if (!starred.length || sent?.total) return sent
      return std.list({ ...params, ...Object.fromEntries(starred.map(([name, value]) => [name, bare(value)])) }, signal)
    },
    async options(asked, signal) {
      const roles = await orNone(api.get<SentRow[]>('/sys/role/queryall', undefined, quietly(signal)))
      return among(
        roles.map(({ id, roleName }) => ({ value: id, text: textOf(roleName) })),
        asked,
      )
    },
  }),
}

/** Menus: one tree without pages (§4.3). */
const sysPermission: Special = {
  ways: ({ resource }) => {
    const all = async (params?: Params, signal?: AbortSignal) =>
      flat((await api.get<Rows | null>('/sys/permission/list', params, quietly(signal))) ?? [])
    return {
      record: async (id) => (await all()).find((row) => row.id === id) ?? notThere(resource),
      level: async (parentId) =>
        (parentId === undefined
          ? await api.get<Rows>('/sys/permission/getSystemMenuList', undefined, QUIET)
          : await api.get<Rows>('/sys/permission/getSystemSubmenu', { parentId }, QUIET)
        ).map(({ leaf, isLeaf, ...row }) => ({ ...row, leaf, hasChildren: !(leaf ?? isLeaf) })),
      list: ({ name }, signal) => all(name ? { name: bare(name) } : undefined, signal),
      advanced: false,
      options: async (asked, signal) =>
        among(
          (await all(undefined, signal)).map((row) => ({ value: row.id, text: textOf(row.name) })),
          asked,
        ),
    }
  },
}

interface IdNode {
  key: string
  title: string
  children?: IdNode[] | null
}

/** Departments: whoever leads one is taken away by an edit that does not name them (§6.3). */
const sysDepart: Special = {
  ways: (std) => {
    const nodes = (params: Params, signal?: AbortSignal) =>
      orNone(api.get<SentRow[]>('/sys/sysDepart/queryDepartTreeSync', params, quietly(signal)))
    const branch = (row: SentRow) => ({ ...row, hasChildren: !row.isLeaf, children: undefined })
    const options = (tree: readonly IdNode[]): SentOption[] =>
      tree.flatMap(({ key, title, children }) => [{ value: key, text: title }, ...options(children ?? [])])
    return {
      record: async (id, signal) => (await nodes({ ids: id, primaryKey: 'id' }, signal))[0] ?? notThere(std.resource),
      level: async (pid) => (await nodes(pid === undefined ? {} : { pid })).map(branch),
      list: ({ departName }, signal) =>
        departName
          ? orNone(api.get<SentRow[]>('/sys/sysDepart/searchBy', { keyWord: bare(departName) }, quietly(signal)))
          : nodes({}, signal),
      advanced: false,
      options: async (asked, signal) =>
        among(
          options(await orNone(api.get<IdNode[]>('/sys/sysDepart/queryIdTree', undefined, quietly(signal)))),
          asked,
        ),
      change(of, changes) {
        const { orgCategory, ...body } = std.change(of, changes)
        return {
          ...body,
          // Said again, it is judged again: the newer line refuses a department above companies, though it was one before.
          ...('orgCategory' in changes && { orgCategory }),
          oldDirectorUserIds: body.directorUserIds ?? '',
        }
      },
    }
  },
}

/** From version 3.8.3 on people have posts, and a position's rank is a number of its own. */
const ranksAreNumbers = () => 'mainDepPostId' in (session().info ?? {})

/** `postLevel`: the smaller the higher; no dictionary has words for it. */
const rankedPosition: Special = {
  without: ['sortNo', 'postRank'],
  fields: { postLevel: integer('职级', { required: true, min: 1, max: 99, hint: '数字越小，级别越高' }) },
  columns: { postRank: 'postLevel' },
  first: ['postLevel'],
}

/** Before that a rank is a code of a dictionary, and a position goes by its own code (§0, §6.5). */
const sysPosition: Special = {
  without: ['sortNo'],
  ways: (std) => ({
    async options(asked, signal) {
      const found = async (params: Params) => recordsOf(await std.list(params, signal))
      // By what the row is: the server may have become a newer one since the session began.
      const named = (row: SentRow): SentOption => ({
        value: 'postLevel' in row ? row.id : textOf(row.code),
        text: textOf(row.name),
      })
      if (!('ids' in asked)) {
        const keyword = asked.keyword && { name: `*${asked.keyword}*` }
        return (await found({ ...keyword, pageNo: 1, pageSize: asked.pageSize })).map(named)
      }
      const size = { pageNo: 1, pageSize: asked.ids.split(',').length }
      const byCode = await found({ code: listed(asked.ids), ...size })
      return (byCode.length ? byCode : await found({ id: listed(asked.ids), ...size })).map(named)
    },
  }),
}

const sysTenant: Special = {
  // Of the organisation older lines know nothing.
  without: ['packIds', 'companyLogo', 'trade', 'companySize', 'companyAddress', 'workPlace', 'position', 'department'],
  fields: { id: integer('租户编号', { fixed: true, min: 1, hint: '有的服务器由它自己编号，那里不必填写' }) },
  first: ['id'],
  ways: () => ({ record: (id, signal) => api.get('/sys/tenant/queryById', { id }, quietly(signal)) }),
}

/** Notices: the server cuts the last sign of the receivers (§6.9). */
const sysAnnouncement: Special = {
  without: ['files', 'receiverCount', 'readCount'],
  actions: ['release', 'revoke'],
  ways: (std) => {
    const withComma = ({ userIds, ...body }: Record<string, unknown>): Values => ({
      ...body,
      ...(userIds !== undefined && { userIds: textOf(userIds).replace(/,*$/, (end) => (end || userIds ? ',' : '')) }),
    })
    return {
      record: (id, signal) => api.get('/sys/annountCement/queryById', { id }, quietly(signal)),
      add: (values) => withComma(std.add(values)),
      change: (of, changes) => withComma(std.change(of, changes)),
      act: (action, about) => ({
        method: 'GET',
        url: `/sys/annountCement/${action === 'release' ? 'doReleaseData' : 'doReovkeData'}`,
        params: { id: severalIn(about) },
      }),
    }
  },
}

const special: Readonly<Record<string, Special>> = {
  sysUser,
  sysRole,
  sysPermission,
  sysDepart,
  sysPosition,
  sysTenant,
  sysDictItem: { without: ['itemColor'] },
  sysAnnouncement,
}

/** From now on records are spoken of as the contract does. */
export const speakContract = (): void =>
  speak((resource) => {
    const named = resource.name === 'sysPosition' && ranksAreNumbers() ? rankedPosition : special[resource.name]
    const { ways, ...change } = named ?? {}
    const std = ordinary(told(resource, change))
    return { ...std, ...ways?.(std) }
  })

export { speakOurs } from '../ways.ts'
