/** A device: where it belongs, what it may become, commands to it, the map. */
import { handles } from '../../kernel/job-handler.ts'
import { flow } from '../flow.ts'
import { deviceLifeRules, deviceWorks } from './device-life.ts'
import { deviceRules } from './device-rules.ts'
import { deviceMapRoutes } from './map-routes.ts'
import { deviceCommandJob, resumeCommands, sendCommand } from './send-command.ts'

export const device = flow({
  rules: [deviceRules, deviceLifeRules],
  works: deviceWorks,
  routes: deviceMapRoutes,
  jobs: [handles(deviceCommandJob, (services, { id }) => sendCommand(services, id))],
  resumes: { 设备指令: resumeCommands },
})
