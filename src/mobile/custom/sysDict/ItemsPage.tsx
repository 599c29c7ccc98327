import { Button, List, SearchBar } from 'antd-mobile'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { removalOfItem, switchItem, useDictItems } from '#headless/records/dictItems.ts'
import { say } from '#headless/connection/notices.ts'
import type { Row } from '#headless/records/rows.ts'
import { useMay } from '#headless/session/access.ts'
import { wayOf } from '#headless/session/ways.ts'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { choose } from '../../layout/ask.ts'
import { useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import FormPage from '../../screens/form/FormPage.tsx'
import type { ToolProps } from '../tools.ts'
import '../../screens/apps/apps.css'
import '../../screens/detail/detail.css'
import '../../screens/list/list.css'

const { sysDictItem } = resources
const ADD = 'add'
const SIZE = 50

/** The items of a dictionary. The one that is being changed stands in the address. */
export default function ItemsPage({ row, title }: ToolProps) {
  const [params] = useSearchParams()
  const start = useMemo(() => ({ dictId: row.id }), [row.id])
  const item = params.get('item')
  if (item) return <FormPage resource={wayOf(sysDictItem).resource} {...(item !== ADD && { id: item })} start={start} />
  return <Items dictionary={row} title={`${title}：${String(row.dictName ?? '')}`} />
}

function Items({ dictionary, title }: { dictionary: Row; title: string }) {
  const go = useGo()
  const mayUse = useMay()
  const may = (verb: string) => mayUse(permissionOf(sysDictItem, verb))
  const [word, setWord] = useState('')
  const [query, setQuery] = useState({ page: 1, size: SIZE, itemText: '' })
  const { data, error, refetch } = useDictItems(dictionary.id, query)
  const open = (item: string) => go.to(`${location.pathname}?item=${encodeURIComponent(item)}`)
  const acts = may('edit') || may('delete')

  async function about(row: Row) {
    const on = Number(row.status) === 1
    const choices = [
      ...(may('edit')
        ? [
            { key: 'edit', text: '编辑' },
            { key: 'turn', text: on ? '停用' : '启用' },
          ]
        : []),
      ...(may('delete') ? [{ key: 'delete', text: '删除', danger: true }] : []),
    ]
    const key = await choose({ title: String(row.itemText), choices })
    if (key === 'edit') open(row.id)
    if (key === 'delete') await askRemoval(removalOfItem(row))
    if (key !== 'turn') return
    try {
      say('success', await switchItem(row, !on))
    } catch (refusal) {
      say('error', wordsOf(refusal))
    }
  }
  return (
    <Page
      title={title}
      head={
        <div className="vd-list-head">
          <SearchBar
            placeholder="搜索名称"
            value={word}
            onChange={(text) => {
              setWord(text)
              if (!text) setQuery({ ...query, size: SIZE, itemText: '' })
            }}
            onSearch={(text) => setQuery({ ...query, size: SIZE, itemText: text.trim() })}
          />
        </div>
      }
      footer={
        may('add') && (
          <div className="vd-buttons">
            <Button block size="large" color="primary" onClick={() => open(ADD)}>
              新增字典项
            </Button>
          </div>
        )
      }
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Blocks count={4} />
      ) : data.rows.length ? (
        <>
          <List mode="card" header={`共 ${data.total} 项`}>
            {data.rows.map((row) => (
              <List.Item
                key={row.id}
                description={`数据值 ${String(row.itemValue)}`}
                extra={Number(row.status) === 1 ? '' : '已停用'}
                arrowIcon={acts}
                {...(acts && { onClick: () => void about(row) })}
              >
                {String(row.itemText)}
              </List.Item>
            ))}
          </List>
          {data.total > data.rows.length && (
            <button
              type="button"
              className="vd-text-button"
              onClick={() => setQuery({ ...query, size: query.size + SIZE })}
            >
              显示更多
            </button>
          )}
        </>
      ) : (
        <Nothing>{query.itemText ? '没有符合条件的字典项' : '还没有字典项'}</Nothing>
      )}
    </Page>
  )
}
