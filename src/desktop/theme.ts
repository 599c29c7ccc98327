import type { ThemeConfig } from 'antd'
import { theme } from 'antd'
import type { Settings } from '#headless/session/settings.ts'

const READABLE = 4.9

const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
const linear = (channel: number) => (channel <= 10 ? channel / 3294 : ((channel / 255 + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = channels(hex).map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const darker = (hex: string) =>
  `#${channels(hex)
    .map((channel) =>
      Math.round(channel * 0.96)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The colour, darkened until white on it, and it on white, can be read (WCAG AA). */
export function readable(hex: string): string {
  let shade = hex
  while (1.05 / (luminance(shade) + 0.05) < READABLE) shade = darker(shade)
  return shade
}

const lighter = (hex: string) =>
  `#${channels(hex)
    .map((channel) =>
      Math.round(channel + (255 - channel) * 0.06)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The ground of what lies over a dark page (menus, dialogs): the lightest there is text on. */
const DARK_GROUND = '#1f1f1f'

/** The colour, lightened until it can be read on a dark page (WCAG AA). */
export function readableOnDark(hex: string): string {
  let shade = hex
  while ((luminance(shade) + 0.05) / (luminance(DARK_GROUND) + 0.05) < READABLE) shade = lighter(shade)
  return shade
}

/** antd's own greys and red are too faint to be read by everybody. */
const legible = {
  light: {
    colorTextPlaceholder: '#6b7280',
    colorTextDescription: '#5b6472',
    colorTextTertiary: '#5b6472',
    colorError: '#cf1322',
  },
  dark: {
    colorTextPlaceholder: '#9aa1ab',
    colorTextDescription: '#a6adb8',
    colorTextTertiary: '#a6adb8',
    colorError: '#ff7875',
  },
}

// Only without motion at all does a dialog stand where it belongs from its first frame.
const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches

export function themeOf({ theme: tone, colour }: Pick<Settings, 'theme' | 'colour'>): ThemeConfig {
  const deep = readable(colour)
  const dark = tone === 'dark'
  /** Of words in the person's colour, on the ground of this theme. */
  const words = dark ? readableOnDark(colour) : deep
  const link = { colorLink: words, colorLinkHover: dark ? lighter(lighter(words)) : darker(darker(words)) }
  const red = legible[tone].colorError
  return {
    // The kit darkens what it is given once more for a dark page, and then it cannot be read.
    algorithm: dark
      ? [theme.darkAlgorithm, (_, map) => ({ ...map!, ...link, colorError: red })]
      : theme.defaultAlgorithm,
    token: {
      colorPrimary: colour,
      borderRadius: 4,
      motion,
      ...legible[tone],
      ...link,
    },
    components: {
      Button: {
        colorPrimary: deep,
        colorPrimaryHover: darker(deep),
        colorPrimaryActive: darker(darker(deep)),
        // Its red is light there.
        ...(dark && { dangerColor: '#141414' }),
      },
      Tabs: { itemSelectedColor: words, itemHoverColor: words },
      ...(dark && { Pagination: { itemActiveColor: words, itemActiveColorHover: words } }),
      Menu: {
        darkItemBg: '#001529',
        darkSubMenuItemBg: '#000c17',
        darkItemSelectedBg: deep,
        itemSelectedColor: words,
      },
    },
  }
}
