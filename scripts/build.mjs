/** What `npm start` runs and serves: the server and the client. Each only when its sources are not those of the last build. */
import { fileURLToPath } from 'node:url'
import { buildClient } from './build-client.mjs'
import { buildServer } from './build-server.mjs'

/** False when something did not build; the reason is above it on the screen. */
export const build = async () => (await buildServer()) && buildClient()

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit((await build()) ? 0 : 1)
