import { useQuery } from '@tanstack/react-query'
import type { DashboardAnswer } from '#model/dashboard.ts'
import type { DashboardName } from '#resources/dashboards.ts'
import { firstCalls } from '#model/entrances.ts'
import { API_BASE } from '../connection/base.ts'
import { api } from '../session/api.ts'
import { prefetchedAnswer } from '../session/prefetched.ts'

/** A page stays open all day: it counts again when somebody looks at it, and every minute while they do. */
const AGAIN_MS = 60_000

export const useDashboard = (name: DashboardName) =>
  useQuery({
    queryKey: ['figures', name],
    queryFn: async ({ signal }) =>
      (await prefetchedAnswer<DashboardAnswer>(API_BASE + firstCalls.figures(name))) ??
      api.get<DashboardAnswer>(firstCalls.figures(name), undefined, { quiet: true, signal }),
    staleTime: AGAIN_MS / 2,
    refetchInterval: AGAIN_MS,
    refetchOnWindowFocus: true,
  })
