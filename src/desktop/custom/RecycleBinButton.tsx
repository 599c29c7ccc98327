import { RestOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { isBinned, useMaySeeBin } from '#headless/lists/recycleBin.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

const RecycleBinModal = lazy(() => importWithTimeout(import('./RecycleBinModal.tsx')))

/** In the toolbar of a list whose deleted records can be brought back. */
export function RecycleBinButton({ of }: { of: string }) {
  const maySee = useMaySeeBin(of)
  const [open, setOpen] = useState(false)
  if (!maySee || !isBinned(of)) return null
  return (
    <>
      <Button icon={<RestOutlined />} onClick={() => setOpen(true)}>
        回收站
      </Button>
      <Suspense fallback={null}>{open && <RecycleBinModal of={of} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
