import { browser } from './browser.ts'
import type { Host } from './host.ts'

export { HostError, type Host } from './host.ts'
export { chooseShell, preferShell, type Shell } from './shell.ts'

/** Hosts by user agent, the first that fits; each is loaded only where it is needed. */
const hosts: readonly { fits: RegExp; load: () => Promise<Host> }[] = []

/** Which host this is. A chat client whose file cannot be loaded still shows the product, as a browser. */
export async function chooseHost(userAgent: string = navigator.userAgent): Promise<Host> {
  const found = hosts.find(({ fits }) => fits.test(userAgent))
  const host = found ? await found.load() : browser
  await host.start()
  return host
}
