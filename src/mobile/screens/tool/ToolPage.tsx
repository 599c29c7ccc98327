import { Suspense } from 'react'
import { toolsFor } from '#headless/records/recordTools.ts'
import { useRecord } from '#headless/records/useRecord.ts'
import { useMay } from '#headless/session/access.ts'
import type { Resource } from '#model/resource.ts'
import { toolAt } from '../../custom/tools.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Blocks, Waiting } from '../../layout/Waiting.tsx'

/** A page below a record: its users, its items, what it is granted. */
export default function ToolPage({ resource, id, tool }: { resource: Resource; id: string; tool: string }) {
  const may = useMay()
  const { row, loading, error, reload } = useRecord(resource, id)
  const offered = row && toolsFor(resource, row, may).find(({ key }) => key === tool)
  const Face = toolAt(resource, tool)
  if (row && offered && Face)
    return (
      <Suspense fallback={<Waiting />}>
        <Face row={row} title={offered.label} />
      </Suspense>
    )
  return (
    <Page title={resource.label}>
      {loading ? (
        <Blocks />
      ) : error && !row ? (
        <Failed error={error} onRetry={() => void reload().catch(() => undefined)} />
      ) : (
        <Nothing>无权限查看，或这条{resource.label}已不存在</Nothing>
      )}
    </Page>
  )
}
