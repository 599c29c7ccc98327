import { LOGIN, REGISTER } from '#headless/session/guard.ts'
import { registeredJustNow } from '#headless/session/registration.ts'
import { Button } from '../frame/plain.tsx'
import { Outside } from './Outside.tsx'

export default function RegisterResult() {
  const username = registeredJustNow()
  return (
    <Outside title="注册结果">
      {username ? (
        <>
          <h2>注册成功</h2>
          <p>
            账户 <b>{username}</b> 已创建。
          </p>
          <p>新账户还没有角色和部门，请联系管理员分配。分配之前可以登录，但看不到任何业务。</p>
        </>
      ) : (
        <>
          <h2>没有刚完成的注册</h2>
          <p>这个页面只在注册完成后显示结果。</p>
        </>
      )}
      <Button block color="primary" size="large" onClick={() => location.assign(username ? LOGIN : REGISTER)}>
        {username ? '去登录' : '去注册'}
      </Button>
    </Outside>
  )
}
