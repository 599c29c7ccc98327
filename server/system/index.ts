import type { Route } from '../http/route.ts'

export const systemRoutes: Route[] = []
