/**
 * `npm run restore -- FILE [--replace] [--database-only]`, while no server runs; `npm run restore -- --copied` after a database
 * was put back in another way.
 */
import { countUploads, restoreUploads } from './db/backup-uploads.ts'
import { databaseOfEnvironment, placesOfEnvironment, runCommand } from './db/cli-database.ts'
import { restore, settlePutBack } from './db/restore.ts'
import { openFiles, placesOfFiles } from './files/open.ts'

/** So many of those that are lost are named. */
const SHOWN = 10
const FLAGS = ['--replace', '--database-only']

await runCommand(async () => {
  const args = process.argv.slice(2)
  const { timeZone } = placesOfEnvironment()
  if (args.length === 1 && args[0] === '--copied') {
    const database = await databaseOfEnvironment()
    try {
      return `所有登录已退出（${await settlePutBack(database.pool, { timeZone })} 个），单号已移到新的号段`
    } finally {
      await database.close()
    }
  }
  const [file, ...more] = args.filter((arg) => !FLAGS.includes(arg))
  if (!file || more.length)
    throw new Error('用法：npm run restore -- 文件 [--replace] [--database-only]，或 npm run restore -- --copied')
  const uploads = args.includes('--database-only') ? undefined : await countUploads(file)
  // Not joined: with the embedded database the server has to be stopped, and the lock's message says by whom it is used.
  const database = await databaseOfEnvironment()
  const said: string[] = []
  try {
    const { tables, rows } = await restore(database.pool, file, {
      replace: args.includes('--replace'),
      timeZone,
    })
    said.push(`已从 ${file} 恢复：${tables} 张表，${rows} 行，所有登录已退出`)
  } finally {
    await database.close()
  }
  if (uploads === undefined) return [...said, '没有恢复上传文件'].join('，')
  let lost: string[]
  try {
    lost = await restoreUploads(file, openFiles(placesOfFiles()))
  } catch (error) {
    const why = (error as Error).message
    throw new Error(`数据库已恢复，上传文件没有全部恢复：${why}。排除原因后加上 --replace 再执行一次。`, {
      cause: error,
    })
  }
  const done = [...said, `${uploads - lost.length} 个上传文件`].join('，')
  if (!lost.length) return done
  const which = `${lost.slice(0, SHOWN).join('、')}${lost.length > SHOWN ? ' 等' : ''}`
  return `${done}\n警告：${lost.length} 个上传文件在备份中缺失或已损坏，没有恢复：${which}`
})
