import '#adaptive/polyfills.ts'
import { chooseHost, chooseShell, readAgent, type Host } from '#adaptive/index.ts'
import { plainAddress } from '#headless/session/address.ts'
import { HOST_LOGIN } from '#model/addresses.ts'
import { sayAfterReload } from '#headless/connection/notices.ts'
import { followOtherTabs, session } from '#headless/session/session.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { beginAnew } from '#headless/connection/leaving.ts'
import { casBase } from './oauth2/casBase.ts'
import { leaveAtOnce } from './oauth2/departure.ts'
import { wantsPassword } from './oauth2/recognition.ts'
import { showWaiting } from './oauth2/waiting.ts'

interface ShellModule {
  /** Resolves when the first page is being drawn. */
  start(element: HTMLElement, host: Host): Promise<void>
}

// A glob, not two imports: a shell is found by its folder, and only the one that is needed is loaded.
const shells = import.meta.glob<ShellModule>(['./desktop/index.tsx', './mobile/index.tsx'])
const load = (name: string) => shells[`./${name}/index.tsx`]

/** Plain DOM: it must show when nothing else could be loaded. */
function offerReload(element: HTMLElement, error: unknown) {
  const box = document.createElement('div')
  box.setAttribute('role', 'alert')
  box.style.cssText = 'padding:20vh 24px 0;text-align:center;font:16px/2 system-ui,sans-serif'
  const text = document.createElement('p')
  text.textContent = '页面加载失败，请检查网络后重新加载'
  const button = document.createElement('button')
  button.textContent = '重新加载'
  button.style.cssText = 'padding:6px 20px;font:inherit;cursor:pointer'
  button.onclick = beginAnew
  box.append(text, button)
  element.replaceChildren(box)
  console.error(error)
}

/** If the browser is still here after this, it is not on its way any more. */
const LEAVING_MS = 20_000

/** The first page is there by then, on a slow line too. */
const SETTLED_MS = 4_000
const MEND_AGAIN_MS = 30_000

const address = location.pathname + location.search + location.hash
if (plainAddress(address) !== address) history.replaceState(history.state, '', plainAddress(address))

const agent = readAgent()

/** A host that signs people in by itself, unless this person wants to give a password. */
async function hostHere(): Promise<Host> {
  const host = await chooseHost(agent, { strange: !session().token })
  return host.signsIn && wantsPassword() ? { ...host, signsIn: false } : host
}

/** Signing in through a chat, where there is one to sign in through or to come back from. */
async function signedIn(host: Promise<Host>): Promise<void> {
  if (!agent.chat && location.pathname !== HOST_LOGIN) return
  const { begin } = await import('./oauth2/begin.ts')
  await begin(await host)
}

async function start(element: HTMLElement) {
  const shell = (load(chooseShell()) ?? load('desktop')!)()
  const drawn =
    agent.chat && !wantsPassword() ? showWaiting(element, session().token ? '正在打开…' : '正在登录…') : undefined
  if (drawn && (window.voltdeskPrefetched?.leaving || leaveAtOnce(agent.chat!))) {
    // What comes after the login is loaded meanwhile, and a page that cannot leave says so.
    shell.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
  }
  const hosting = hostHere()
  const [host, module] = await importWithTimeout(Promise.all([hosting, shell, signedIn(hosting)]))
  followOtherTabs((why) => {
    if (why === 'person' && agent.chat && !wantsPassword())
      return void import('./oauth2/begin.ts').then(({ followPerson }) => followPerson(), beginAnew)
    if (why === 'place') sayAfterReload('您已在另一个页面切换了租户或部门，本页随之更新')
    beginAnew()
  })
  if (!agent.chat && casBase()) (await import('./oauth2/cas.ts')).startWithCas()
  await module.start(element, host)
  drawn?.()
  // Not before the first page has everything it needs.
  setTimeout(() => {
    void import('#headless/session/newVersion.ts').then(
      ({ keepFresh }) => keepFresh(host.onResume),
      () => undefined,
    )
  }, SETTLED_MS)
}

// A chunk of yesterday's build. What could not be loaded says so by itself; a newer page mends it.
let mending: Promise<void> | undefined
addEventListener('vite:preloadError', () => {
  // What mends may not come either, and that is another such error: once at a time, and not again at once.
  mending ??= import('#headless/session/newVersion.ts')
    .then(({ mendAfterFailedLoad }) => mendAfterFailedLoad())
    .catch(() => undefined)
    .then(() => void setTimeout(() => (mending = undefined), MEND_AGAIN_MS))
})

const root = document.getElementById('root')
// There is none where the client is too old (index.html).
if (root) start(root).catch((error: unknown) => offerReload(root, error))
