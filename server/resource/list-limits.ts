import type { ListLimits } from '../kernel/services.ts'

/** Unless somebody passes in others. */
export const LIST_LIMITS: ListLimits = { near: 1000, deep: 10_000, large: 50_000, stride: 60_000 }
