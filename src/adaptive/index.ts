import type { ChatName } from '#model/chats.ts'
import { readAgent, type Agent } from './agent.ts'
import { browser } from './browser.ts'
import type { Host } from './host.ts'

export { readAgent, type Agent } from './agent.ts'
export { HostError, type Host, type HostFile } from './host.ts'
export { chooseShell, preferShell, type Shell } from './shell.ts'
export { setSigner, type ChatIds, type PageSignature } from './signer.ts'

/** One file a chat client, loaded only in that client. */
const hosts: Readonly<Record<ChatName, (agent: Agent) => Promise<Host>>> = {
  wecom: async (agent) => (await import('./wecom.ts')).wecom(agent),
  dingtalk: async (agent) => (await import('./dingtalk.ts')).dingtalk(agent),
}

/** The SDK of a client that signs in through it; the others do so by an address. */
const signingIn: Partial<Record<ChatName, () => Promise<unknown>>> = {
  dingtalk: () => import('./dingtalk-sdk.ts'),
}

/**
 * Which host this is. A chat client whose file cannot be loaded still shows the product, as a browser. With `strange`
 * the person is not known yet, and what signs them in is loaded at the same time.
 */
export async function chooseHost(agent: Agent = readAgent(), { strange = false } = {}): Promise<Host> {
  if (agent.chat && strange) void signingIn[agent.chat]?.().catch(() => undefined)
  const host = agent.chat ? await hosts[agent.chat](agent).catch(() => browser) : browser
  await host.start()
  return host
}
