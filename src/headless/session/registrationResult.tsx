import { LOGIN, REGISTER } from '#model/addresses.ts'
import type { ReactNode } from 'react'
import { registeredJustNow } from './registration.ts'

export const RESULT_TITLE = '注册结果'

export interface RegistrationResult {
  heading: string
  /** A paragraph each. */
  says: ReactNode
  next: { to: string; text: string }
}

/** What the page after registering says: to who just did it, and to who only came by. */
export function registrationResult(): RegistrationResult {
  const username = registeredJustNow()
  if (!username)
    return {
      heading: '没有刚完成的注册',
      says: <p>这个页面只在注册完成后显示结果。</p>,
      next: { to: REGISTER, text: '去注册' },
    }
  return {
    heading: '注册成功',
    says: (
      <>
        <p>
          账户 <b>{username}</b> 已创建。
        </p>
        <p>新账户还没有角色和部门，请联系管理员分配。分配之前可以登录，但看不到任何业务。</p>
      </>
    ),
    next: { to: LOGIN, text: '去登录' },
  }
}
