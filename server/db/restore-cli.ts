import { databaseOfEnvironment, runCommand } from './cli-database.ts'
import { restore } from './restore.ts'

await runCommand(async () => {
  const args = process.argv.slice(2)
  const file = args.find((arg) => !arg.startsWith('--'))
  if (!file) throw new Error('用法：npm run restore -- 文件 [--replace]')
  // Not joined: with the embedded database the server has to be stopped, and the lock's message says by whom it is used.
  const database = await databaseOfEnvironment()
  try {
    const { tables, rows } = await restore(database.pool, file, { replace: args.includes('--replace') })
    return `已从 ${file} 恢复：${tables} 张表，${rows} 行`
  } finally {
    await database.close()
  }
})
