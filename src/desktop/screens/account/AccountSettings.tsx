import { lazy, Suspense, type ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { accountTabPath, accountTabs, type AccountTab } from '#headless/session/accountPages.ts'
import { tabsOffered } from '#headless/session/accountTabs.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { ShellSettings } from '../me/ShellSettings.tsx'
import { NoticeChoices } from '../me/NoticeChoices.tsx'
import { BaseSetting } from './BaseSetting.tsx'
import { Security } from './Security.tsx'
import './account.css'

const Binding = lazy(() => importWithTimeout(import('./Binding.tsx')))

const panes: Readonly<Record<AccountTab, ComponentType>> = {
  BaseSetting,
  security: Security,
  custom: () => (
    <div className="account-custom">
      <ShellSettings />
    </div>
  ),
  binding: Binding,
  notification: NoticeChoices,
}

/** 个人设置: one address for each of its tabs. */
export default function AccountSettings({ tab }: { tab: AccountTab }) {
  const Pane = panes[tab]
  const title = accountTabs.find(({ key }) => key === tab)!.label
  return (
    <section className="card account-settings" aria-label="个人设置">
      <nav aria-label="个人设置分类">
        {tabsOffered().map(({ key, label }) => (
          <Link key={key} to={accountTabPath(key)} aria-current={key === tab ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="account-pane">
        <h2>{title}</h2>
        <Suspense fallback={<p role="status">加载中…</p>}>
          <Pane />
        </Suspense>
      </div>
    </section>
  )
}
