/** `npm run rescue -- admin`, on the machine, also while the server runs. */
import { watchAccess } from './db/access-triggers.ts'
import { databaseOfEnvironment, runCommand } from './db/cli-database.ts'
import { rescue } from './system/rescue.ts'

await runCommand(async () => {
  const [name] = process.argv.slice(2)
  if (!name) throw new Error('用法：npm run rescue -- 用户名')
  const database = await databaseOfEnvironment({ join: true })
  try {
    // A restored database has tables only, until a server was started on it.
    await watchAccess(database.pool)
    const { username, password, mended } = await rescue(database.db, name)
    return [
      `“${username}”现在是可以登录的管理员。`,
      ...mended.map((what) => `  · ${what}`),
      `  一次性密码：${password}（登录后须修改；原有登录已全部退出）`,
    ].join('\n')
  } finally {
    await database.close()
  }
})
