import {
  DeleteOutlined,
  DownloadOutlined,
  PlusOutlined,
  ReloadOutlined,
  SettingOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { exportsOf } from '#headless/lists/exchange.ts'
import { handedOver } from '#headless/session/handOver.ts'
import { isListLimited, WHY_NOT_ACTIONS } from '#headless/session/whyNot.ts'
import { TASKS } from '#headless/tasks/tasks.ts'
import type { List } from '#headless/lists/useList.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { wayOf } from '#headless/session/ways.ts'
import type { Resource } from '#model/resource.ts'
import type { WholeQuery } from '#headless/lists/wholeQuery.ts'
import { useHost } from '../../HostContext.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { QueryButton } from './query/QueryButton.tsx'

const ColumnSettings = lazy(() => importWithTimeout(import('./ColumnSettings.tsx')))

interface Props {
  resource: Resource
  list: List
  whole: Pick<WholeQuery, 'count' | 'choosing'>
  onAdd: () => void
  onImport: () => void
  onDelete: (ids: readonly string[]) => void
  onAction: (name: string) => void
  further?: ReactNode
}

/** What may be done with the list; what is not permitted is not there. */
export function Toolbar({ resource, list, whole, onAdd, onImport, onDelete, onAction, further }: Props) {
  const { message } = App.useApp()
  const host = useHost()
  const navigate = useNavigate()
  const [exporting, setExporting] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { selection, may } = list
  const actions = Object.entries(resource.actions)
  const ids = whole.count ? [] : selection.ids
  const chosen = (work: (ids: readonly string[]) => void) => () => {
    if (selection.count) work(selection.ids)
    else void message.warning('请选择一条记录！')
  }

  async function save(key: string) {
    setExporting(true)
    try {
      const exported = await list.exportFile(key, ids)
      if ('file' in exported) await host.saveFile(handedOver(exported.file))
      else inBackground(exported.message)
    } catch (error) {
      void message.error(error instanceof Error ? error.message : '文件下载失败')
    } finally {
      setExporting(false)
    }
  }

  /** One goes on working; the way to it stands in the message. */
  function inBackground(text: string) {
    void message.info({
      key: 'in background',
      duration: 6,
      content: (
        <span>
          {text}
          <Button type="link" size="small" onClick={() => void navigate(TASKS)}>
            查看任务中心
          </Button>
        </span>
      ),
    })
  }

  return (
    <div className="toolbar">
      {may('add') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          新增
        </Button>
      )}
      {actions
        .filter(([name, { creates }]) => creates && may(name))
        .map(([name, { label }]) => (
          <Button key={name} onClick={() => onAction(name)}>
            {label}
          </Button>
        ))}
      {may('import') && (
        <Button icon={<UploadOutlined />} onClick={onImport}>
          导入
        </Button>
      )}
      {may('export') && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              {
                type: 'group',
                key: 'what',
                // Chosen ones stay chosen behind another question; what goes into the file need not be in sight.
                label: ids.length ? `已选择的 ${ids.length} 项` : '全部查询结果',
                children: exportsOf(resource).map(({ key, label }) => ({ key, label, onClick: () => void save(key) })),
              },
            ],
          }}
        >
          <Button icon={<DownloadOutlined />} loading={exporting}>
            导出
          </Button>
        </Dropdown>
      )}
      {actions
        .filter(([name, { batch }]) => batch && may(name))
        .map(([name, { label, danger }]) => (
          <Button key={name} danger={Boolean(danger)} disabled={whole.choosing} onClick={chosen(() => onAction(name))}>
            批量{label}
          </Button>
        ))}
      {may('delete') && (
        <Button danger icon={<DeleteOutlined />} disabled={whole.choosing} onClick={chosen(onDelete)}>
          批量删除
        </Button>
      )}
      {further}
      {wayOf(resource).advanced && <QueryButton resource={resource} list={list} />}
      {list.total > 0 && isListLimited(resource, may) && (
        <WhyNotButton about={{ resource: resource.name }}>{WHY_NOT_ACTIONS}</WhyNotButton>
      )}
      <Button
        className="toolbar-end"
        icon={<ReloadOutlined />}
        aria-label="刷新列表"
        loading={list.fetching}
        onClick={() => void list.reload()}
      />
      <Button icon={<SettingOutlined />} aria-label="列设置" onClick={() => setChoosing(true)} />
      <Suspense fallback={null}>
        {choosing && <ColumnSettings resource={resource} onClose={() => setChoosing(false)} />}
      </Suspense>
    </div>
  )
}
