/** From a person's colour to shades of it that can be read (WCAG AA). Colours are written `#rrggbb`. */

const READABLE = 4.9

const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
const linear = (channel: number) => (channel <= 10 ? channel / 3294 : ((channel / 255 + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = channels(hex).map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How many times brighter one of the two is than the other, as WCAG counts: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

/** `share` of the first over the second. */
const over = (hex: string, ground: string, share: number) => {
  const below = channels(ground)
  return `#${channels(hex)
    .map((channel, at) =>
      Math.round(channel * share + below[at]! * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
export const darker = (hex: string) => over(hex, '#000000', 0.96)
export const lighter = (hex: string) => over(hex, '#ffffff', 0.94)

function until(hex: string, ground: string, next: (hex: string) => string): string {
  let shade = hex
  while (contrast(shade, ground) < READABLE) shade = next(shade)
  return shade
}

/** The colour, darkened until white on it, and it on white, can be read. */
export const readable = (hex: string, ground = '#ffffff'): string => until(hex, ground, darker)

/** The ground of what lies over a dark page (menus, dialogs): the lightest there is text on. */
const DARK_GROUND = '#1f1f1f'

/** The colour, lightened until it can be read on a dark page. */
export const readableOnDark = (hex: string, ground = DARK_GROUND): string => until(hex, ground, lighter)

/** For words and lines, for a ground of those words, and for a ground of white words. */
export type Shades = Record<'words' | 'soft' | 'fill', string>

/** The lightest ground of a dark page on the phone (`mobile.css`). */
const DARK_BOX = '#26292f'

/** One colour, on pages of either theme. */
export function shadesOf(hex: string, theme: 'light' | 'dark'): Shades {
  const fill = readable(hex)
  if (theme === 'light') {
    const soft = over(hex, '#ffffff', 0.1)
    return { words: readable(hex, soft), soft, fill }
  }
  const soft = over(hex, DARK_BOX, 0.16)
  return { words: readableOnDark(hex, soft), soft, fill }
}
