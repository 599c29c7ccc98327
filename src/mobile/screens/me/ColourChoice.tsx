import { useId } from 'react'
import { say } from '#headless/connection/notices.ts'
import { changeSettings, PRIMARY_COLOURS, useSettings } from '#headless/session/settings.ts'
import './colours.css'

function recolour(colour: string) {
  say('info', '正在编译主题！')
  try {
    changeSettings({ colour })
  } catch {
    say('error', 'Failed to update theme')
  }
}

/** The colour of buttons, links and what is chosen; the same eight as on the desktop. */
export function ColourChoice() {
  const name = useId()
  const colour = useSettings((state) => state.colour)
  return (
    <fieldset className="vd-colours">
      <legend>主题色</legend>
      {PRIMARY_COLOURS.map(({ name: label, value }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={colour === value} onChange={() => recolour(value)} />
          <i style={{ background: value }} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
