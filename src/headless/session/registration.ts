import { ApiError, api } from './api.ts'
import { perTab } from '../connection/storage.ts'

/** Fields nobody shares with anybody. */
const taken = { username: '用户名已存在!', phone: '手机号已存在!', email: '邮箱已存在!' } as const
export type UniqueName = keyof typeof taken
export const isUnique = (name: string): name is UniqueName => Object.hasOwn(taken, name)

/** A sentence when somebody has it already. When it cannot be asked, registering itself will tell. */
export async function takenBySomebody(name: UniqueName, value: string): Promise<string | undefined> {
  try {
    await api.get('/sys/user/checkOnlyUser', { [name]: value }, { quiet: true })
  } catch (error) {
    // A refusal by rule comes with status 200.
    if (error instanceof ApiError && error.status === 200) return taken[name]
  }
  return undefined
}

const KEY = 'voltdesk:registered'
/** For the page that tells the result. */
export const keepRegistered = (username: string): void => perTab.set(KEY, username)
/** Whose account was made in this browser tab; undefined when none was. */
export const registeredJustNow = (): string | undefined => perTab.get<string>(KEY)
