/** Colours of dictionary tags: the names the dictionaries use, each readable on light and on dark. */
const tones: Readonly<Record<string, string>> = {
  green: 'green',
  success: 'green',
  red: 'red',
  error: 'red',
  volcano: 'red',
  magenta: 'red',
  orange: 'orange',
  gold: 'orange',
  yellow: 'orange',
  warning: 'orange',
  lime: 'green',
  cyan: 'cyan',
  blue: 'blue',
  geekblue: 'blue',
  processing: 'blue',
  purple: 'purple',
}

/** A short word on a coloured ground. A colour the dictionaries do not name is used as it is. */
export function Tone({ color, children }: { color?: string | undefined; children: string }) {
  const tone = color ? tones[color] : undefined
  const own = color?.startsWith('#') ? { color, borderColor: color } : undefined
  return (
    <span className={`vd-tone vd-tone-${tone ?? 'grey'}`} style={own}>
      {children}
    </span>
  )
}
