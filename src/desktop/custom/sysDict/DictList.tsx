import { lazy, Suspense, useState } from 'react'
import type { Row } from '#headless/records/rows.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import List from '../../screens/list/List.tsx'
import { RecycleBinButton } from '../RecycleBinButton.tsx'
import type { ListProps } from '../index.ts'

const ItemsDrawer = lazy(() => importWithTimeout(import('./ItemsDrawer.tsx')))

/** 数据字典: each with its items. */
export default function DictList({ resource }: ListProps) {
  const [dictionary, setDictionary] = useState<Row>()
  return (
    <>
      <List
        resource={resource}
        tools={<RecycleBinButton of="sysDict" />}
        rowActions={(row) => [{ key: 'items', label: '字典项', onClick: () => setDictionary(row) }]}
      />
      <Suspense fallback={null}>
        {dictionary && <ItemsDrawer dictionary={dictionary} onClose={() => setDictionary(undefined)} />}
      </Suspense>
    </>
  )
}
