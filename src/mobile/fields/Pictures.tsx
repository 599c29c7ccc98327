import { lazy, Suspense, useState } from 'react'
import { fileUrl } from '#headless/records/files.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { useBackToClose } from '../layout/back.ts'
import './pictures.css'

// Only whoever taps a picture needs what swipes and zooms.
const Viewer = lazy(() => importWithTimeout(import('./PictureViewer.tsx')))

/** Small pictures that open over the whole screen. */
export function Pictures({ paths, label }: { paths: readonly string[]; label: string }) {
  const [shown, setShown] = useState<number>()
  useBackToClose(shown !== undefined, () => setShown(undefined))
  const urls = paths.map(fileUrl)
  return (
    <span className="vd-pictures">
      {urls.map((url, index) => (
        <Picture
          key={url}
          url={url}
          label={`${label}${urls.length > 1 ? ` ${index + 1}` : ''}`}
          onTap={() => setShown(index)}
        />
      ))}
      {shown !== undefined && (
        <Suspense fallback={null}>
          <Viewer urls={urls} at={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </span>
  )
}

function Picture({ url, label, onTap }: { url: string; label: string; onTap(): void }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <span className="vd-weak">图片已失效</span>
  return (
    <button type="button" className="vd-picture" aria-label={`查看${label}`} onClick={onTap}>
      <img src={url} alt={label} width={64} height={64} loading="lazy" onError={() => setFailed(true)} />
    </button>
  )
}
