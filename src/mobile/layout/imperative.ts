import { unstableSetRender } from 'antd-mobile'
import { createRoot, type Root } from 'react-dom/client'

type Holder = (Element | DocumentFragment) & { voltdeskRoot?: Root }

/**
 * Without this every imperative call of antd-mobile (Toast.show, the viewer of ImageUploader) does nothing under
 * React 19, silently. Imported, for its effect, by each file that makes such a call: questions are drawn by `Asker`, so
 * they are few, and a page that says nothing need not load it. `tests/client/mobile-toast.test.tsx` fails without it.
 */
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
