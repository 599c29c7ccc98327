import { readAgent as read, type Agent } from '#model/agents.ts'

export type { Agent } from '#model/agents.ts'

/** The client this page is open in. */
export const readAgent = (
  userAgent: string = navigator.userAgent,
  touchPoints: number = navigator.maxTouchPoints,
): Agent => read(userAgent, touchPoints)

/** `4.1.36` is at least `4.1`. An unknown version is taken for a new one. */
export function atLeast(version: string, wanted: string): boolean {
  if (!version) return true
  const [is, needed] = [version, wanted].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (let index = 0; index < needed!.length; index++) {
    const difference = (is![index] ?? 0) - needed![index]!
    if (difference) return difference > 0
  }
  return true
}
