import type { ThemeConfig } from 'antd'
import { theme } from 'antd'
import { darker, lighter, readable, readableOnDark } from '#headless/session/colours.ts'
import type { Settings } from '#headless/session/settings.ts'

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
    // There is one antd here: styles need no name of its release in every selector, nor the time to write and match it.
    hashed: false,
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
