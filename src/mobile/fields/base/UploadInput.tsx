import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { InputProps } from '../types.ts'

const FileInput = lazy(() => importWithTimeout(import('../FileInput.tsx')))

/** Uploaded pictures and files. */
export const UploadInput = (props: InputProps<'image' | 'images' | 'file' | 'files'>) => (
  <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
    <FileInput {...props} />
  </Suspense>
)
