/** `npm run backup -- FILE`, also while the server runs. */
import { commandLog, placesOfEnvironment, runCommand } from './db/cli-database.ts'
import { LEFT_FREE } from './db/embedded-space.ts'
import { takeBackup } from './db/take-backup.ts'
import { diskFolder, placesOfFiles } from './files/open.ts'

await runCommand(async () => {
  const file = process.argv[2]
  if (!file) throw new Error('用法：npm run backup -- 文件')
  const uploads = diskFolder(placesOfFiles())
  const source = { ...placesOfEnvironment(), uploads, leaveFree: LEFT_FREE }
  const taken = await takeBackup(source, file, commandLog)
  const { tables, rows } = taken
  const files = taken.uploads ? `${taken.uploads.files} 个上传文件` : '上传文件在对象存储中，不在本备份内'
  return `已备份到 ${file}：${tables} 张表，${rows} 行，${files}`
})
