import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { ListControls } from '#headless/lists/useList.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { Resource } from '#model/resource.ts'
import { Opening } from '../../../Opening.tsx'

const QueryDialog = lazy(() => importWithTimeout(import('./QueryDialog.tsx')))

interface Props {
  resource: Resource
  list: Pick<ListControls, 'query' | 'setSuperQuery'>
}

/** Opens the advanced query; marked while one is running. What is written in it stays when it is closed. */
export function QueryButton({ resource, list }: Props) {
  const [open, setOpen] = useState<boolean>()
  const running = list.query.superQuery?.lines.length ?? 0
  return (
    <>
      <Badge count={running} size="small" color="var(--ant-color-primary)">
        <Button
          icon={<FilterOutlined />}
          {...(running > 0 && { color: 'primary' as const, variant: 'outlined' as const })}
          aria-label={running ? `高级查询，已启用 ${running} 个条件` : '高级查询'}
          onClick={() => setOpen(true)}
        >
          高级查询
        </Button>
      </Badge>
      {open !== undefined && (
        <Suspense fallback={<Opening />}>
          <QueryDialog resource={resource} list={list} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
