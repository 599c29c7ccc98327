import { visitsBeside } from '#headless/monitoring/visitsBeside.tsx'

export const Visits = visitsBeside(() => import('../../custom/sysLog/VisitStatistics.tsx'))
