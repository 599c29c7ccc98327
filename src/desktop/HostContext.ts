import { createContext, use } from 'react'
import type { Host } from '#adaptive/index.ts'

export const HostContext = createContext<Host | null>(null)

export function useHost(): Host {
  const host = use(HostContext)
  if (!host) throw new Error('HostContext is missing')
  return host
}
