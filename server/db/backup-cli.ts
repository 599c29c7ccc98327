import { backup } from './backup.ts'
import { databaseOfEnvironment, runCommand } from './cli-database.ts'

await runCommand(async () => {
  const file = process.argv[2]
  if (!file) throw new Error('用法：npm run backup -- 文件')
  // A running server keeps its embedded database; we read through its socket.
  const database = await databaseOfEnvironment({ join: true })
  try {
    const { tables, rows } = await backup(database.pool, file)
    return `已备份到 ${file}：${tables} 张表，${rows} 行`
  } finally {
    await database.close()
  }
})
