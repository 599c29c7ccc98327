import { ACCOUNT } from '#model/addresses.ts'
import { Avatar, List } from 'antd-mobile'
import {
  BellOutline,
  DeleteOutline,
  FileOutline,
  KeyOutline,
  LockOutline,
  SetOutline,
  TeamOutline,
  TravelOutline,
  UnlockOutline,
  UserContactOutline,
  UserOutline,
  UserSetOutline,
  LinkOutline,
} from 'antd-mobile-icons'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountTabPath } from '#headless/session/accountPages.ts'
import { reloadAccess } from '#headless/session/access.ts'
import { can } from '#headless/session/capabilities.ts'
import { chooseDepartment, logout, myDepartments } from '#headless/session/account.ts'
import { renewDictionaries } from '#headless/session/dictionary.ts'
import { fileUrl } from '#headless/records/files.ts'
import { useShown } from '#headless/records/useShown.ts'
import { say } from '#headless/connection/notices.ts'
import { queryClient } from '#headless/session/queries.ts'
import { TASKS } from '#headless/tasks/tasks.ts'
import { useSession } from '#headless/session/session.ts'
import { changeTenant, myTenants } from '#headless/session/tenants.ts'
import { choose, confirm } from '../../layout/ask.ts'
import { useGo } from '../../layout/go.ts'
import { DEPUTY, NOTICES, PASSWORD, SETTINGS, start } from '../../layout/paths.ts'
import { Page } from '../../layout/Page.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import '../apps/apps.css'

/** After a change of place nothing that was loaded before is true any more. */
const startAfresh = async () => {
  await reloadAccess()
  await queryClient.resetQueries()
}

async function attempt(work: () => Promise<void>, done: string): Promise<void> {
  try {
    await work()
    say('success', done)
  } catch (error) {
    say('error', wordsOf(error))
  }
}

/** Who I am, where I work, how I like it. */
export default function Me() {
  const { realname, username, avatar, info } = useSession()
  const go = useGo()
  const shown = useShown()
  const departments = useQuery({ queryKey: ['my', 'departments'], queryFn: myDepartments })
  const tenants = useQuery({ queryKey: ['my', 'tenants'], queryFn: myTenants })
  const department = departments.data?.list.find(({ orgCode }) => orgCode === departments.data.orgCode)
  const tenant = tenants.data?.list.find(({ id }) => id === tenants.data.currTenantId)

  const switchDepartment = async () => {
    const answer = departments.data ?? (await departments.refetch({ cancelRefetch: false })).data
    const { list = [], orgCode: current } = answer ?? {}
    if (!shown.current || list.length < 2) return
    const orgCode = await choose({
      title: '切换部门',
      choices: list.map((one) => ({
        key: one.orgCode,
        text: `${one.departName}${one.orgCode === current ? '（当前）' : ''}`,
      })),
    })
    if (!orgCode || orgCode === current) return
    await attempt(async () => {
      await chooseDepartment(orgCode)
      await startAfresh()
    }, '部门切换成功')
  }
  const switchTenant = async () => {
    const answer = tenants.data ?? (await tenants.refetch({ cancelRefetch: false })).data
    const { list = [], currTenantId } = answer ?? {}
    if (!shown.current || list.length < 2) return
    const id = await choose({
      title: '切换租户',
      choices: list.map((one) => ({
        key: String(one.id),
        text: `${one.name}${one.id === currTenantId ? '（当前）' : ''}`,
      })),
    })
    if (!id || Number(id) === currTenantId) return
    await attempt(async () => {
      await changeTenant(Number(id))
      go.to(start(), { replace: true })
      await queryClient.resetQueries()
    }, '租户切换成功')
  }
  const clearCache = async () => {
    if (await renewDictionaries()) {
      await queryClient.invalidateQueries()
      say('success', '刷新缓存完成！')
    } else say('warning', '刷新缓存失败！')
  }
  const leave = async () => {
    if (await confirm({ title: '确定退出登录吗？', yes: '退出登录', danger: true })) await logout()
  }
  return (
    <Page title="我的" root>
      <header className="vd-me">
        <Avatar src={avatar ? fileUrl(avatar) : ''} alt="" />
        <div>
          <h2>{realname || username}</h2>
          <p>{[username, info?.phone].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <List mode="card">
        <List.Item prefix={<UserOutline />} onClick={() => go.to(ACCOUNT)}>
          个人中心
        </List.Item>
        {can('sessions') && (
          <List.Item prefix={<UserSetOutline />} onClick={() => go.to(accountTabPath('BaseSetting'))}>
            个人资料
          </List.Item>
        )}
        {can('sessions') && (
          <List.Item prefix={<LinkOutline />} onClick={() => go.to(accountTabPath('binding'))}>
            账号绑定
          </List.Item>
        )}
      </List>
      <List mode="card">
        <Place
          name="租户"
          icon={<TravelOutline />}
          asked={tenants}
          now={tenant?.name ?? '—'}
          onSwitch={() => void switchTenant()}
        />
        <Place
          name="部门"
          icon={<TeamOutline />}
          asked={departments}
          now={department?.departName ?? '您尚未设置部门信息!'}
          onSwitch={() => void switchDepartment()}
        />
      </List>
      <List mode="card">
        {can('tasks') && (
          <List.Item prefix={<FileOutline />} onClick={() => go.to(TASKS)}>
            任务中心
          </List.Item>
        )}
        <List.Item prefix={<KeyOutline />} onClick={() => go.to(PASSWORD)}>
          修改密码
        </List.Item>
        {can('sessions') && (
          <List.Item prefix={<LockOutline />} onClick={() => go.to(accountTabPath('security'))}>
            登录的设备
          </List.Item>
        )}
        {can('todo') && (
          <List.Item prefix={<UserContactOutline />} onClick={() => go.to(DEPUTY)}>
            请假代理
          </List.Item>
        )}
        {can('notices') && (
          <List.Item prefix={<BellOutline />} onClick={() => go.to(NOTICES)}>
            通知设置
          </List.Item>
        )}
        <List.Item prefix={<SetOutline />} onClick={() => go.to(SETTINGS)}>
          设置
        </List.Item>
        <List.Item prefix={<DeleteOutline />} onClick={() => void clearCache()}>
          清理缓存
        </List.Item>
      </List>
      <List mode="card">
        <List.Item prefix={<UnlockOutline />} arrowIcon={false} onClick={() => void leave()}>
          <span className="vd-danger">退出登录</span>
        </List.Item>
      </List>
    </Page>
  )
}

interface PlaceProps {
  name: string
  icon: ReactNode
  asked: Pick<UseQueryResult<{ list: readonly unknown[] }>, 'data' | 'error' | 'isPending' | 'refetch'>
  now: string
  onSwitch(): void
}

/** Where the person works, to be changed when there are several; what could not be asked says so and is asked again. */
function Place({ name, icon, asked: { data, error, isPending, refetch }, now, onSwitch }: PlaceProps) {
  if (error && !data)
    return (
      <List.Item
        prefix={icon}
        description={<span role="alert">{error.message}</span>}
        extra="重试"
        arrowIcon={false}
        onClick={() => void refetch()}
      >
        {name}
      </List.Item>
    )
  // A tap that comes before the answer is not lost: the choice opens with it.
  const several = isPending || (data?.list.length ?? 0) > 1
  return (
    <List.Item
      prefix={icon}
      extra={isPending ? '正在加载…' : now}
      arrowIcon={several}
      {...(several && { onClick: onSwitch })}
    >
      {name}
    </List.Item>
  )
}
