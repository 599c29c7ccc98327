import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { whenDrawn } from '#headless/connection/firstPage.ts'
import { listAhead } from '#headless/lists/listAhead.ts'
import { loadAccess } from '#headless/session/access.ts'
import { bringTheOthers } from '#headless/session/bringTheOthers.ts'
import { followDictionaries } from '#headless/session/dictionary.ts'
import { queryClient } from '#headless/session/queries.ts'
import { useSettings } from '#headless/session/settings.ts'
import { useShownTheme } from '#headless/session/shownTheme.ts'
import { restoreTabs } from '#headless/session/tabs.ts'
import { Gate } from './Gate.tsx'
import { Picture } from './layout/Nothing.tsx'
import { Notices } from './layout/Notices.tsx'
import { ViewBanner } from './layout/ViewBanner.tsx'
import { bringPage } from './pages.tsx'
import { themeOf } from './theme.ts'
import './inside.css'

dayjs.locale('zh-cn')

/** What a first page needs besides this: its part of the program, a list's rows, and what the person may do if it asks for that. */
export const first = (path: string, asksAccess: boolean): Promise<unknown> =>
  Promise.all([bringPage(path), listAhead(path), asksAccess && loadAccess()])

/** Everything behind the login. */
export default function Inside() {
  // Before the first page is drawn, so that it finds its tab.
  useState(restoreTabs)
  // Signed in within the page, where nothing came before.
  useState(() => void bringPage(location.pathname))
  const theme = useShownTheme()
  const colour = useSettings((state) => state.colour)
  useEffect(followDictionaries, [])
  useEffect(() => whenDrawn(bringTheOthers), [])
  return (
    <ConfigProvider
      locale={zhCN}
      theme={themeOf({ theme, colour })}
      button={{ autoInsertSpace: false }}
      empty={{ image: <Picture /> }}
    >
      {/* At the top right it lies on the user menu, and stays there as long as the pointer that wants to open it. */}
      <App notification={{ placement: 'bottomLeft' }}>
        <QueryClientProvider client={queryClient}>
          <Notices />
          <ViewBanner />
          <BrowserRouter>
            <Gate />
          </BrowserRouter>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}
