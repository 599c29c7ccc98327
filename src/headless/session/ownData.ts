/** What people see and change of their own account (个人中心, 个人设置). What that is the server decides; this only draws it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftSchema } from '#model/checks.ts'
import { resources } from '#resources/index.ts'
import { api, ApiError } from './api.ts'
import { can } from './capabilities.ts'
import { queryClient } from './queries.ts'
import { keepSession, session } from './session.ts'

const { avatar, realname, sex, birthday, email } = resources.sysUser.fields
/** In the order of the form. */
export const ownFields = { realname, sex, birthday, email } as const
export const avatarField = avatar
type Name = keyof typeof ownFields
export const ownNames = Object.keys(ownFields) as readonly Name[]
const checks = { fields: ownFields }

export interface OwnAccount {
  id: string
  username: string
  realname: string
  avatar: string | null
  sex: number | null
  birthday: string | null
  email: string | null
  phone: string | null
  workNo: string | null
  createTime: string | null
  roleNames: string[]
  departNames: string[]
  postNames: string[]
  tenantNames: string[]
}

const KEY = ['own account']

const fetchAccount = (signal: AbortSignal) =>
  api.get<OwnAccount>('/sys/user/login/setting/getUserData', undefined, { quiet: true, signal })

/** What the login said of the person: a server of the contract has no more. */
const saidAtLogin = (): OwnAccount => {
  const { info } = session()
  const nothing = { avatar: null, sex: null, birthday: null, email: null, phone: null, workNo: null, createTime: null }
  const { orgCodeTxt } = info ?? {}
  return {
    ...nothing,
    ...(info as Partial<OwnAccount> & { id: string; username: string; realname: string }),
    roleNames: [],
    departNames: orgCodeTxt ? [orgCodeTxt] : [],
    postNames: [],
    tenantNames: [],
  }
}

export const useOwnAccount = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => (can('sessions') ? fetchAccount(signal) : saidAtLogin()) })

/** The header and whatever else names the person follows at once, in the other browser tabs too. */
function follow(change: Partial<OwnAccount>): void {
  queryClient.setQueryData<OwnAccount>(KEY, (before) => before && { ...before, ...change })
  const { info } = session()
  keepSession({
    ...(change.avatar !== undefined && { avatar: change.avatar ?? '' }),
    ...(change.realname !== undefined && { realname: change.realname }),
    ...(info && { info: { ...info, ...change } }),
  })
}

/** Answers what the server said. */
export async function saveOwnData(change: Partial<OwnAccount>): Promise<string> {
  const { message } = await api.envelope('POST', '/sys/user/login/setting/userEdit', { body: change, quiet: true })
  follow(change)
  return message
}

export const followOwnPhone = (phone: string): void => follow({ phone })

type Values = Record<Name, unknown>

export interface OwnDataForm {
  values: Values
  errors: Partial<Record<Name, string>>
  /** What the server said. */
  problem: string
  dirty: boolean
  sending: boolean
  set(name: Name, value: unknown): void
  /** Left the field. */
  check(name: Name): void
  /** What the server said; undefined when something is wrong. */
  save(): Promise<string | undefined>
  /** Back to what is kept. */
  discard(): void
}

/** The sentences a refusal names by field. */
export const faultsIn = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof ApiError && (error.result as { fields?: Record<string, string> } | null)?.fields) || {}

export function useOwnDataForm(account: OwnAccount): OwnDataForm {
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [checked, setChecked] = useState<readonly Name[]>([])
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const values = Object.fromEntries(
    ownNames.map((name) => [name, name in typed ? typed[name] : account[name]]),
  ) as Values
  const issues = draftSchema(checks, 'add').safeParse(values).error?.issues ?? []
  const wrong = (name: Name) => issues.find(({ path }) => path[0] === name)?.message ?? refused[name]
  const errors = Object.fromEntries(
    ownNames.flatMap((name) => {
      const said = checked.includes(name) ? wrong(name) : undefined
      return said ? [[name, said]] : []
    }),
  ) as OwnDataForm['errors']

  async function save() {
    setChecked(ownNames)
    if (sending || issues.length) return undefined
    setSending(true)
    setProblem('')
    setRefused({})
    try {
      const said = await saveOwnData(typed as Partial<OwnAccount>)
      // What was changed while that was on its way is still to be saved.
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== typed[name as Name])),
      )
      return said
    } catch (error) {
      setRefused(faultsIn(error))
      setProblem(error instanceof Error ? error.message : '保存失败')
      return undefined
    } finally {
      setSending(false)
    }
  }
  return {
    values,
    errors,
    problem,
    dirty: ownNames.some((name) => (values[name] ?? null) !== (account[name] ?? null)),
    sending,
    set(name, value) {
      setTyped((before) => ({ ...before, [name]: value }))
      setRefused(({ [name]: _, ...others }) => others)
    },
    check: (name) => setChecked((before) => (before.includes(name) ? before : [...before, name])),
    save,
    discard: () => setTyped({}),
  }
}

/** A person's facts that others decided, in the order of reading; what is empty is left out by nobody: 未分配 says so. */
export const givenFacts = (account: OwnAccount): readonly { label: string; text: string }[] => [
  { label: '用户名', text: account.username },
  { label: '工号', text: account.workNo ?? '' },
  { label: '所属租户', text: account.tenantNames.join('、') },
  { label: '部门', text: account.departNames.join('、') },
  { label: '职务', text: account.postNames.join('、') },
  { label: '角色', text: account.roleNames.join('、') },
]
