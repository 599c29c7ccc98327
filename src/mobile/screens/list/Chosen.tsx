import { useState } from 'react'
import { previewBatch } from '#headless/records/batch.ts'
import { changedSince } from '#headless/records/deletion.ts'
import { removalOfSeveral } from '#headless/records/removal.ts'
import { say } from '#headless/connection/notices.ts'
import type { ListWork } from '#headless/lists/useList.ts'
import type { Row } from '#headless/records/rows.ts'
import type { Selection } from '#headless/lists/selection.ts'
import { useActions } from '#headless/records/useRecord.ts'
import { useShown, useWhenShown } from '#headless/records/useShown.ts'
import { MOST_AT_ONCE } from '#model/batch.ts'
import type { Resource } from '#model/resource.ts'
import { useHost } from '../../HostContext.ts'
import { choose } from '../../layout/ask.ts'
import { askRemoval } from '../../layout/removal.ts'
import { useRun, wordsOf } from '../../layout/useRun.ts'
import { batchKeys, isDangerous, labelOf } from './actions.ts'
import { BatchBar } from './BatchBar.tsx'
import { BatchFacts } from './BatchFacts.tsx'
import { noneOf } from './noneOf.ts'
import { exportChoices, exportTo } from './useFiles.ts'

const DELETE = 'delete'
const EXPORT = 'export'

interface Props {
  resource: Resource
  list: Pick<ListWork, 'may' | 'remove' | 'removeOne' | 'exportFile'>
  /** What is in sight: what was ticked and is gone, or folded away, is left alone. */
  rows: readonly Row[]
  selection: Selection
  onDone(): void
}

/** Below a list in which several are being chosen: how many, and what to do with them. */
export default function Chosen({ resource, list, rows, selection, onDone }: Props) {
  const run = useRun(resource)
  const host = useHost()
  const { act, sending } = useActions(resource)
  const [asking, setAsking] = useState(false)
  const shown = useShown()
  const whenShown = useWhenShown()
  // Whoever backed out meanwhile may be choosing anew.
  const done = () => whenShown(onDone)
  const chosen = rows.filter(({ id }) => selection.has(id))
  const ids = chosen.map(({ id }) => id)
  const offered = rows.slice(0, MOST_AT_ONCE)
  const everything = offered.length > 0 && offered.every(({ id }) => selection.has(id))

  const removal = removalOfSeveral(chosen.length, async () => {
    try {
      if (chosen.length === 1) await list.removeOne(chosen[0]!)
      else await list.remove(chosen)
    } catch (error) {
      selection.drop(changedSince(error, chosen))
      throw error
    }
  })
  const perform = async (key: string) => {
    if (key === DELETE) return (await askRemoval(removal)) ? done() : undefined
    if (key === EXPORT) {
      const format = await choose({ title: `导出 ${chosen.length} 项`, choices: exportChoices(resource) })
      return format ? exportTo(host, list, format, ids) : undefined
    }
    const versions = chosen.map(({ version }) => Number(version))
    const preview = await previewBatch(resource, key, { ids, versions })
    if (!shown.current) return
    if (!preview.count) return say('warning', noneOf(preview))
    const facts = (
      <div key="facts">
        {`共 ${preview.count} 条`}
        <BatchFacts resource={resource} preview={preview} />
      </div>
    )
    const whom = { ids: preview.ids, versions: preview.versions }
    if (await run(key, (input) => act(key, whom, input), { facts })) done()
  }
  const work = async () => {
    if (asking) return
    setAsking(true)
    try {
      const choices = batchKeys(resource, list.may).map((key) => ({
        key,
        text: `批量${labelOf(resource, key)}`,
        danger: isDangerous(resource, key),
      }))
      const key = await choose({ title: `已选择 ${chosen.length} 项`, choices })
      if (key) await perform(key)
    } catch (error) {
      say('error', wordsOf(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <BatchBar
      unit="项"
      count={chosen.length}
      everything={everything}
      working={asking || sending !== 'idle'}
      onEverything={(on) => selection.choose(on ? offered.map(({ id }) => id) : [], rows)}
      onWork={() => void work()}
    />
  )
}
