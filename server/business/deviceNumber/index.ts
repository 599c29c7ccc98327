/** Registered numbers: ranges of them, each bound to one device, printed as QR codes. */
import { flow } from '../flow.ts'
import { deviceNumberBinding, deviceNumberRules, voidNumber } from './device-number-rules.ts'
import { runNumbers } from './numbers-task.ts'
import { qrRoutes } from './qr-routes.ts'
import { runQrCodes } from './qr-task.ts'

export const deviceNumber = flow({
  rules: [deviceNumberRules, deviceNumberBinding],
  works: [voidNumber],
  routes: qrRoutes,
  tasks: {
    numbers: { run: runNumbers, background: true },
    qrCodes: { run: runQrCodes, background: true },
  },
})
