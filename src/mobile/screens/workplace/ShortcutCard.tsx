import { useState } from 'react'
import { useAccess } from '#headless/session/access.ts'
import { routeAt } from '#headless/session/menu.ts'
import { SHORTCUTS_HINT, useShortcuts } from '#headless/workplace/shortcuts.ts'
import { OptionSheet } from '../../fields/OptionSheet.tsx'
import { useGo } from '../../layout/go.ts'
import { MenuIcon } from '../../layout/icons.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import { opens } from '../../layout/places.ts'
import '../apps/apps.css'

/** The ways a person chooses, and choosing them. */
export function ShortcutCard() {
  const go = useGo()
  const routes = useAccess((state) => state.routes)
  const { shown, possible, chosen, kept, most, save } = useShortcuts((path) => {
    const route = routeAt(routes, path)
    return Boolean(route && opens(route.screen))
  })
  const [choosing, setChoosing] = useState(false)
  return (
    <section aria-label="快捷入口" className="vd-apps">
      <header>
        <h2>快捷入口</h2>
        {kept && possible.length > 0 && (
          <span>
            {chosen && (
              <button type="button" className="vd-text-button" onClick={() => void save(null)}>
                恢复默认
              </button>
            )}{' '}
            <button type="button" className="vd-text-button" onClick={() => setChoosing(true)}>
              自选
            </button>
          </span>
        )}
      </header>
      <div>
        {shown.map(({ key, title, path, icon }) => (
          <button type="button" key={key} onClick={() => go.to(path)}>
            <i aria-hidden="true">
              <MenuIcon name={icon} />
            </i>
            <span>{title}</span>
          </button>
        ))}
      </div>
      {!shown.length && (
        <Nothing>
          {possible.length ? '还没有快捷入口，点“自选”选择' : '还没有您可以打开的应用，请联系管理员授权'}
        </Nothing>
      )}
      <p className="vd-list-hint">{SHORTCUTS_HINT}</p>
      <OptionSheet
        title="自选快捷入口"
        visible={choosing}
        multiple
        max={most}
        options={possible.map(({ path, title }) => ({ value: path, text: title }))}
        chosen={shown.map(({ path }) => path)}
        onClose={() => setChoosing(false)}
        onChoose={(paths) => {
          setChoosing(false)
          void save(paths)
        }}
      />
    </section>
  )
}
