import { DeleteOutlined, DownloadOutlined, PlusOutlined, ReloadOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import { EXPORT_FORMATS, type ExportFormat } from '#headless/exchange.ts'
import { handedOver } from '#headless/handOver.ts'
import type { List } from '#headless/useList.ts'
import type { Resource } from '#model/resource.ts'
import { useHost } from '../../HostContext.ts'

interface Props {
  resource: Resource
  list: List
  onAdd: () => void
  onImport: () => void
  onDelete: (ids: readonly string[]) => void
  onAction: (name: string) => void
}

/** What may be done with the list; what is not permitted is not there. */
export function Toolbar({ resource, list, onAdd, onImport, onDelete, onAction }: Props) {
  const { message } = App.useApp()
  const host = useHost()
  const [exporting, setExporting] = useState(false)
  const { selection, may } = list
  const actions = Object.entries(resource.actions)
  const chosen = (work: (ids: readonly string[]) => void) => () => {
    if (selection.count) work(selection.ids)
    else void message.warning('请选择一条记录！')
  }

  async function save(format: ExportFormat) {
    setExporting(true)
    try {
      await host.saveFile(handedOver(await list.exportFile(format, selection.ids)))
    } catch (error) {
      void message.error(error instanceof Error ? error.message : '文件下载失败')
    } finally {
      setExporting(false)
    }
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
            items: EXPORT_FORMATS.map(({ format, label }) => ({
              key: format,
              label,
              onClick: () => void save(format),
            })),
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
          <Button key={name} danger={Boolean(danger)} onClick={chosen(() => onAction(name))}>
            批量{label}
          </Button>
        ))}
      {may('delete') && (
        <Button danger icon={<DeleteOutlined />} onClick={chosen(onDelete)}>
          批量删除
        </Button>
      )}
      <Button
        className="toolbar-end"
        icon={<ReloadOutlined />}
        aria-label="刷新列表"
        loading={list.fetching}
        onClick={() => void list.reload()}
      />
    </div>
  )
}
