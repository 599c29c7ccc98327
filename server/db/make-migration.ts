/** `npm run migration -- add-vouchers`: writes the next SQL migration from the definitions. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { schemaDifference } from './schema-difference.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))
const name = process.argv[2]
if (!name || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  console.error('用法：npm run migration -- 名称（小写字母、数字和连字符）')
  process.exit(1)
}
await mkdir(folder, { recursive: true })
const { statements, snapshot, snapshotFile } = await schemaDifference()
if (!statements.length) console.log('定义与迁移一致，没有要写的迁移')
else {
  const number = (await readdir(folder)).filter((file) => file.endsWith('.sql')).length
  const file = `${String(number).padStart(4, '0')}_${name}.sql`
  await writeFile(folder + file, statements.join('\n--> statement-breakpoint\n') + '\n')
  await writeFile(snapshotFile, JSON.stringify(snapshot, null, 1) + '\n')
  console.log(`已写入 server/db/migrations/${file}，共 ${statements.length} 条语句`)
}
