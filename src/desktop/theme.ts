import type { ThemeConfig } from 'antd'
import { theme } from 'antd'
import type { Settings } from '#headless/settings.ts'

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

/** antd's own greys and red are too faint on white to be read by everybody. */
const legible = {
  colorTextPlaceholder: '#6b7280',
  colorTextDescription: '#5b6472',
  colorTextTertiary: '#5b6472',
  colorError: '#cf1322',
}

// Only without motion at all does a dialog stand where it belongs from its first frame.
const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches

export function themeOf({ theme: tone, colour }: Pick<Settings, 'theme' | 'colour'>): ThemeConfig {
  const deep = readable(colour)
  return {
    algorithm: tone === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colour,
      borderRadius: 4,
      motion,
      ...(tone === 'light' && { ...legible, colorLink: deep, colorLinkHover: darker(darker(deep)) }),
    },
    components: {
      Button: { colorPrimary: deep, colorPrimaryHover: darker(deep), colorPrimaryActive: darker(darker(deep)) },
      ...(tone === 'light' && { Tabs: { itemSelectedColor: deep, itemHoverColor: deep } }),
      Menu: {
        darkItemBg: '#001529',
        darkSubMenuItemBg: '#000c17',
        darkItemSelectedBg: deep,
        ...(tone === 'light' && { itemSelectedColor: deep }),
      },
    },
  }
}
