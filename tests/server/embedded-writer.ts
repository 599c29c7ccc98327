import { openDatabase } from '../../server/db/connect.ts'
import { silent } from '../postgres.ts'

// A server for embedded.test.ts to kill: it writes rows and reports each one the database has acknowledged.
const { pool, engine } = await openDatabase({ dataDir: process.env['DATA_DIR']!, log: silent })
if (process.argv[2] === 'runaway') {
  void pool.query('select count(*) from generate_series(1, 100000000000)').catch(() => undefined)
  setTimeout(() => process.send?.(engine!.pid()), 300)
} else {
  let next = Number(process.argv[2])
  await pool.query('create table if not exists written (id int primary key)')
  const write = async () => {
    for (;;) {
      const id = next++
      await pool.query('insert into written values ($1)', [id])
      process.send?.(id)
    }
  }
  await Promise.all([write(), write(), write(), write()])
}
