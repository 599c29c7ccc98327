import { createContext, useContext } from 'react'
import type { Host } from '#adaptive/index.ts'

export const HostContext = createContext<Host | undefined>(undefined)

export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('The shell gives the host to what it draws')
  return host
}
