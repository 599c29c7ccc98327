import { postgresUrl } from './postgres.ts'

/** One PostgreSQL for the whole run instead of one a file. */
export default async function onePostgres() {
  const url = await postgresUrl()
  if (url) process.env.TEST_DATABASE_URL = url
}
