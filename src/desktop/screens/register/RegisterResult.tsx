import { LOGIN, REGISTER } from '#headless/session/guard.ts'
import { registeredJustNow } from '#headless/session/registration.ts'
import { Card } from '../login/Card.tsx'

export default function RegisterResult() {
  const username = registeredJustNow()
  return (
    <Card title="注册结果">
      {username ? (
        <>
          <h2>注册成功</h2>
          <p>
            账户 <b>{username}</b> 已创建。
          </p>
          <p>新账户还没有角色和部门，请联系管理员分配。分配之前可以登录，但看不到任何业务。</p>
          <a className="login-submit" href={LOGIN}>
            去登录
          </a>
        </>
      ) : (
        <>
          <h2>没有刚完成的注册</h2>
          <p>这个页面只在注册完成后显示结果。</p>
          <a className="login-submit" href={REGISTER}>
            去注册
          </a>
        </>
      )}
    </Card>
  )
}
