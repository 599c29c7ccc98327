import { useId } from 'react'
import { say } from '#headless/connection/notices.ts'
import { changeSettings, PRIMARY_COLOURS, RECOLOURING, useSettings } from '#headless/session/settings.ts'
import './colours.css'

function recolour(colour: string) {
  say('info', RECOLOURING.under)
  try {
    changeSettings({ colour })
  } catch {
    say('error', RECOLOURING.failed)
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
