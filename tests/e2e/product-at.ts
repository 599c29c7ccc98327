/** The product at another moment: `npm start` with its clock, and that of its database, turned by `VOLTDESK_E2E_AHEAD` ms. */
import { makeLog } from '../../server/kernel/log.ts'
import { readSettings } from '../../server/settings.ts'
import { startProduct } from '../../server/start.ts'
import { welcome } from '../../server/welcome.ts'
import { clockFrom } from '../clock.ts'

const settings = readSettings(process.env)
process.env.TZ = settings.timeZone
const clock = clockFrom(new Date(Date.now() + Number(process.env.VOLTDESK_E2E_AHEAD)))
const running = await startProduct(settings, { log: makeLog(settings), clock })
process.stdout.write(welcome(settings, running.port, running.accounts))
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
