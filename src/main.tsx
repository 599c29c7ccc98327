import '#adaptive/older.ts'
import { chooseHost, chooseShell, type Host } from '#adaptive/index.ts'
import { followOtherTabs } from '#headless/session.ts'
import { within } from '#headless/within.ts'

interface ShellModule {
  start(element: HTMLElement, host: Host): void
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
  button.onclick = () => location.reload()
  box.append(text, button)
  element.replaceChildren(box)
  console.error(error)
}

async function start(element: HTMLElement) {
  const shell = load(chooseShell()) ?? load('desktop')!
  const [host, module] = await within(Promise.all([chooseHost(), shell()]))
  followOtherTabs()
  module.start(element, host)
}

const root = document.getElementById('root')!
start(root).catch((error: unknown) => offerReload(root, error))
