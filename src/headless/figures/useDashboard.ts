import { useQuery } from '@tanstack/react-query'
import type { DashboardAnswer } from '#model/dashboard.ts'
import type { DashboardName } from '#resources/dashboards.ts'
import { api } from '../session/api.ts'

/** A page stays open all day: it counts again when somebody looks at it, and every minute while they do. */
const AGAIN_MS = 60_000

export const useDashboard = (name: DashboardName) =>
  useQuery({
    queryKey: ['figures', name],
    queryFn: ({ signal }) => api.get<DashboardAnswer>(`/rental/figures/${name}`, undefined, { quiet: true, signal }),
    staleTime: AGAIN_MS / 2,
    refetchInterval: AGAIN_MS,
    refetchOnWindowFocus: true,
  })
