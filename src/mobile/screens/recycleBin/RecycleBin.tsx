import { List } from 'antd-mobile'
import { useRecycleBin, type Binned } from '#headless/lists/recycleBin.ts'
import { say } from '#headless/connection/notices.ts'
import { textOf } from '#headless/records/formats.ts'
import type { Row } from '#headless/records/rows.ts'
import { fieldOf } from '#model/resource.ts'
import { choose } from '../../layout/ask.ts'
import { Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../apps/apps.css'

/** 回收站: deleted records, brought back or gone for good. */
export default function RecycleBin({ of }: { of: Binned }) {
  const bin = useRecycleBin(of)
  const { resource, rows } = bin
  const words = (row: Row, name: string) => textOf(fieldOf(resource, name)!, row, name)
  const acts = bin.mayRestore || bin.mayRemove
  async function about(row: Row) {
    const choices = [
      ...(bin.mayRestore ? [{ key: 'restore', text: '还原' }] : []),
      ...(bin.mayRemove ? [{ key: 'remove', text: '彻底删除', danger: true }] : []),
    ]
    const key = await choose({ title: words(row, resource.title), choices })
    if (key === 'remove') await askRemoval(bin.removal([row.id]))
    if (key !== 'restore') return
    try {
      say('success', await bin.restore([row.id]))
    } catch (error) {
      say('error', wordsOf(error))
    }
  }
  const { subtitle } = resource.list.card
  return (
    <Page title={`${resource.label}回收站`}>
      {bin.loading && !rows.length ? (
        <Blocks count={4} />
      ) : rows.length ? (
        <List mode="card" header={`共 ${rows.length} 条`}>
          {rows.map((row) => (
            <List.Item
              key={row.id}
              description={[subtitle && words(row, subtitle), `${words(row, 'updateTime')} 删除`]
                .filter(Boolean)
                .join(' · ')}
              arrowIcon={acts}
              {...(acts && { onClick: () => void about(row) })}
            >
              {words(row, resource.title)}
            </List.Item>
          ))}
        </List>
      ) : (
        <Nothing>{bin.error?.message ?? '回收站是空的'}</Nothing>
      )}
    </Page>
  )
}
