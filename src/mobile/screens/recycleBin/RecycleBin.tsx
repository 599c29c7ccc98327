import { Checkbox } from 'antd-mobile'
import { useState } from 'react'
import { BIN, useRecycleBin, type Binned } from '#headless/lists/recycleBin.ts'
import { say } from '#headless/connection/notices.ts'
import { textOf } from '#headless/records/formats.ts'
import type { Row } from '#headless/records/rows.ts'
import { fieldOf } from '#model/resource.ts'
import { choose } from '../../layout/ask.ts'
import { useBackToClose } from '../../layout/back.ts'
import { useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import { BatchBar } from '../list/BatchBar.tsx'
import '../apps/apps.css'
import '../list/list.css'

/** 回收站: deleted records, brought back or gone for good, one or several at once. */
export default function RecycleBin({ of }: { of: Binned }) {
  const bin = useRecycleBin(of)
  const go = useGo()
  const { resource, rows } = bin
  const [chosen, setChosen] = useState<readonly string[]>()
  const [working, setWorking] = useState(false)
  const choosing = chosen !== undefined
  useBackToClose(choosing, () => setChosen(undefined))
  const words = (row: Row, name: string) => textOf(fieldOf(resource, name)!, row, name)
  const acts = bin.mayRestore || bin.mayRemove

  async function about(title: string, ids: readonly string[]) {
    const choices = [
      ...(bin.mayRestore ? [{ key: 'restore', text: BIN.restore }] : []),
      ...(bin.mayRemove ? [{ key: 'remove', text: BIN.remove, danger: true }] : []),
    ]
    const key = await choose({ title, choices })
    if (!key) return
    setWorking(true)
    try {
      if (key === 'restore') say('success', await bin.restore(ids))
      else if (!(await askRemoval(bin.removal(ids)))) return
      // Whoever went on ticking meanwhile, or began anew, is still choosing.
      setChosen((now) => (now === chosen ? undefined : now))
    } catch (error) {
      say('error', wordsOf(error))
    } finally {
      setWorking(false)
    }
  }
  const toggle = (id: string) =>
    setChosen((before = []) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]))
  // Who refuses in the middle has taken some away already.
  const ticked = (chosen ?? []).filter((id) => rows.some((row) => row.id === id))

  const { subtitle } = resource.list.card
  return (
    <Page
      title={`${resource.label}回收站`}
      right={
        acts &&
        rows.length > 0 && (
          <button type="button" className="vd-text-button" onClick={() => setChosen(choosing ? undefined : [])}>
            {choosing ? '取消' : '批量'}
          </button>
        )
      }
      footer={
        choosing && (
          <BatchBar
            unit="条"
            count={ticked.length}
            everything={ticked.length === rows.length}
            working={working}
            onEverything={(on) => setChosen(on ? rows.map(({ id }) => id) : [])}
            onWork={() => void about(`处理选中的 ${ticked.length} 条`, ticked)}
          />
        )
      }
    >
      {bin.loading && !rows.length ? (
        <Blocks count={4} />
      ) : rows.length ? (
        <div className="vd-list">
          <p className="vd-list-hint">共 {rows.length} 条</p>
          {rows.map((row) => (
            <button
              key={row.id}
              type="button"
              className="vd-card vd-todo"
              disabled={!acts}
              aria-pressed={choosing ? ticked.includes(row.id) : undefined}
              onClick={() => (choosing ? toggle(row.id) : void about(words(row, resource.title), [row.id]))}
            >
              {choosing && <Checkbox checked={ticked.includes(row.id)} className="vd-tick" />}
              <span className="vd-grow">
                <span className="vd-card-head">
                  <b>{words(row, resource.title)}</b>
                </span>
                <span className="vd-card-line">
                  <span className="vd-subtitle">
                    {[subtitle && words(row, subtitle), `${words(row, 'updateTime')} 删除`].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </span>
            </button>
          ))}
        </div>
      ) : bin.error ? (
        <Failed error={bin.error} onRetry={bin.again} />
      ) : (
        <Nothing action={BIN.back} onAction={go.back}>
          {BIN.none}
        </Nothing>
      )}
    </Page>
  )
}
