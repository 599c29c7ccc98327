/** The page of the contract suite: the hosts as the product has them, reachable by name. */
import { chooseHost, chooseShell, HostError, setSigner, type Host } from '#adaptive/index.ts'

interface Tested {
  host: Host
  shell: string
}
interface Signed {
  (url: string, ticket: string): Promise<{ timestamp: number; nonceStr: string; signature: string }>
}

declare global {
  interface Window {
    tested: Promise<Tested>
    signPage: Signed
    /** Calls the host; errors come back as data. */
    ask: (method: string, ...values: unknown[]) => Promise<{ value?: unknown; error?: string; code?: string }>
  }
}

setSigner({
  ids: () => Promise.resolve({ corpId: 'corp1', agentId: '1000002', clientId: 'client1' }),
  sign: (url, ticket) => window.signPage(url, ticket),
})

window.tested = chooseHost().then((host) => ({ host, shell: chooseShell() }))

window.ask = async (method, ...values) => {
  const { host } = await window.tested
  const call = host[method as keyof Host] as ((...values: unknown[]) => unknown) | undefined
  if (!call) return { error: 'absent' }
  try {
    const value = await call(...values)
    return { value: value as never }
  } catch (error) {
    if (error instanceof HostError) return { error: error.message, code: error.code ?? '' }
    return { error: `not a HostError: ${String(error)}` }
  }
}
