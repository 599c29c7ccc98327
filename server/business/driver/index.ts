/** Drivers and their cars: reviewed, frozen with money, given devices. */
import { flow } from '../flow.ts'
import { carDeviceRules } from './car-devices.ts'
import { carApproval, carRules, driverApproval, driverRules, driverWorks } from './driver-rules.ts'

export const driver = flow({
  approvals: [driverApproval, carApproval],
  rules: [driverRules, carDeviceRules, carRules],
  works: driverWorks,
})
