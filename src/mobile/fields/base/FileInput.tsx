import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { InputProps } from '../types.ts'

const UploadInput = lazy(() => importWithTimeout(import('../UploadInput.tsx')))

/** Uploaded pictures and files. */
export const FileInput = (props: InputProps<'image' | 'images' | 'file' | 'files'>) => (
  <Suspense fallback={<span className="vd-weak">正在载入…</span>}>
    <UploadInput {...props} />
  </Suspense>
)
