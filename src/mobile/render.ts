import { unstableSetRender } from 'antd-mobile'
import { createRoot, type Root } from 'react-dom/client'

type Holder = (Element | DocumentFragment) & { voltdeskRoot?: Root }

/** Without this every imperative call of antd-mobile (Toast above all) does nothing under React 19, silently. */
export function installRender(): void {
  unstableSetRender((node, container) => {
    const holder = container as Holder
    holder.voltdeskRoot ??= createRoot(holder)
    holder.voltdeskRoot.render(node)
    return async () => {
      // It may be called while React is still rendering what it removes.
      await new Promise((resolve) => setTimeout(resolve))
      holder.voltdeskRoot?.unmount()
    }
  })
}
