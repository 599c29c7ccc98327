import type { ThemeConfig } from 'antd'
import { theme } from 'antd'
import type { Settings } from '#headless/settings.ts'

export const themeOf = ({ theme: tone, colour }: Pick<Settings, 'theme' | 'colour'>): ThemeConfig => ({
  algorithm: tone === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
  token: { colorPrimary: colour, borderRadius: 4 },
  components: { Layout: { siderBg: '#001529' } },
})
