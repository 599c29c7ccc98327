/** What goes on in the background, and everything a person orders there. */
import { handles } from '../kernel/job-handler.ts'
import type { Flow } from '../resource/flow.ts'
import { runAction } from './action-task.ts'
import { runExport } from './export-task.ts'
import { runImport } from './import-task.ts'
import { taskRoutes } from './routes.ts'
import { resumeTasks, takeTask } from './run.ts'
import { taskJob } from './task.ts'

export const tasksFlow: Flow = {
  routes: taskRoutes,
  jobs: [handles(taskJob, (services, { id }) => takeTask(services, id))],
  tasks: {
    action: { run: runAction, background: true },
    export: { run: runExport, background: true },
    import: { run: runImport },
  },
  resumes: { 后台任务: resumeTasks },
}
