import { open } from './database.ts'

// A server for server.test.ts to kill: it writes rows and reports each one the database has acknowledged.
const [, , task, folder, file] = process.argv
// It is built itself, so it is told where the other program is.
const { pool, server } = await open(folder!, {
  program: () => ({ file: file!, execArgv: ['--liftoff-only'] }),
  // So that whoever kills meets it at work.
  housekeeping: { lookMs: 5, logBytes: 65_536, tablesMs: 20 },
})
if (task === 'runaway') {
  void pool.query('select count(*) from generate_series(1, 100000000000)').catch(() => undefined)
  setTimeout(() => process.send?.(server.pid()), 300)
} else {
  let next = Number(task)
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
