import { postgresUrl } from './postgres.ts'
import { beginRun } from './template.ts'

/** One PostgreSQL for the whole run instead of one a file, and each kind of database seeded once. */
export default async function beforeAllTests() {
  const url = await postgresUrl()
  if (url) process.env.TEST_DATABASE_URL = url
  return beginRun()
}
