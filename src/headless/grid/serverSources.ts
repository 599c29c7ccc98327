import { nameOfFile } from '#model/storedFiles.ts'
import { api } from '../session/api.ts'
import { fileUrl, uploadFile } from '../records/files.ts'
import { byNameOrAccount } from '../records/people.ts'
import { session } from '../session/session.ts'
import type { CellType, Choice, Column, GridOption } from './column.ts'
import type { LookSources } from './looks.ts'
import type { EditorSources, Uploaded } from './sources.ts'

/** Dictionaries, people, departments and files of a grid as the server has them (contract.md §5.6, §6, §7, §9). */

const MOST_FOUND = 30
const quiet = { quiet: true }
type Sent = Readonly<Record<string, unknown>>

/** Which of its fields is stored and shown says the column. */
const named = ({ extend: { store, text } }: Column, rows: readonly Sent[]): Choice[] =>
  rows.map((row) => ({ value: String(row[store] ?? row.id ?? ''), text: String(row[text] ?? row[store] ?? '') }))

const departments = async (query: Readonly<Record<string, string>>, path = 'queryDepartTreeSync') =>
  api.get<Sent[]>(`/sys/sysDepart/${path}`, query, quiet)

interface Known {
  names(column: Column, values: readonly string[]): Promise<readonly Choice[]>
  search(column: Column, keyword: string): Promise<readonly Choice[]>
}

const kinds: { readonly [T in CellType]?: Known } = {
  sel_user: {
    names: async (column, values) =>
      named(column, (await api.get<Sent[]>('/sys/user/getMultiUser', { [column.extend.store]: `${values.join(',')},` }, quiet)) ?? []),
    async search(column, keyword) {
      const query = { ...byNameOrAccount(keyword), pageNo: 1, pageSize: MOST_FOUND }
      return named(column, (await api.get<{ records: Sent[] }>('/sys/user/queryUserComponentData', query, quiet)).records)
    },
  },
  sel_depart: {
    names: async (column, values) =>
      named(column, (await departments({ ids: values.join(','), primaryKey: column.extend.store === 'orgCode' ? 'orgCode' : 'id' })) ?? []),
    search: async (column, keyword) => {
      if (!keyword) return named(column, await departments({}))
      // No hit is a refusal there.
      return named(column, await departments({ keyWord: keyword }, 'searchBy').catch(() => []))
    },
  },
  sel_search_async: {
    async names({ dictCode }, values) {
      if (!dictCode) return []
      const key = values.join(',')
      const texts = await api.get<string[]>(`/sys/dict/loadDictItem/${encodeURIComponent(dictCode)}`, { key, delNotExist: 'false' }, quiet)
      return values.map((value, at) => ({ value, text: texts?.[at] ?? value }))
    },
    async search({ dictCode }, keyword) {
      if (!dictCode) throw new Error('字典 code 不能为空!')
      const found = await api.get<GridOption[]>(`/sys/dict/loadDict/${encodeURIComponent(dictCode)}`, { keyword, pageSize: MOST_FOUND }, quiet)
      return (found ?? []).map(({ value, text, title, label }) => ({ value: String(value), text: text ?? title ?? label ?? String(value) }))
    },
  },
} // prettier-ignore

export const serverLooks: LookSources = {
  dict: (code) => api.get<GridOption[]>(`/sys/dict/getDictItems/${encodeURIComponent(code)}`, undefined, quiet),
  names: async (column, values) => (await kinds[column.type]?.names(column, values)) ?? [],
}

async function upload(
  file: File,
  { action, responseName = 'message', token, type }: Column,
  onProgress: (percent: number) => void,
): Promise<Uploaded> {
  if (!action) return { path: await uploadFile(file, { onProgress, ...(type === 'image' && { biz: 'image' }) }) }
  const body = new FormData()
  body.append('isup', '1')
  body.append('file', file, file.name)
  const own = !/^(https?:)?\/\//.test(action)
  // The token is nobody else's business unless the column says it is.
  const reply = own
    ? await api.envelope('POST', action, { body, quiet: true, onUpload: onProgress })
    : await elsewhere(action, body, token === true)
  const path = (reply as unknown as Sent)[responseName]
  if (typeof path !== 'string' || !path) throw new Error('未知错误')
  return { path }
}

async function elsewhere(
  address: string,
  body: FormData,
  withToken: boolean,
): Promise<{ success?: boolean; message?: string }> {
  const response = await fetch(address, {
    method: 'POST',
    body,
    ...(withToken && { headers: { 'X-Access-Token': session().token } }),
  })
  const reply = (await response.json()) as { success?: boolean; message?: string }
  if (!response.ok || reply.success !== true) throw new Error(reply.message || '未知错误')
  return reply
}

export const serverEditors: EditorSources = {
  search: async (column, keyword) => (await kinds[column.type]?.search(column, keyword)) ?? [],
  upload,
  urlOf: fileUrl,
  download({ name, path, url }) {
    const link = document.createElement('a')
    link.href = url ?? fileUrl(path ?? '')
    link.download = nameOfFile(name)
    // What lies on another server the browser opens instead: not in the place of what is being typed.
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    link.click()
  },
}
