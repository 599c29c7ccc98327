import { useRef, type ReactNode } from 'react'

interface Props {
  label: string
  accept: string
  /** Taken with the camera. */
  camera?: boolean
  multiple?: boolean
  onChoose(files: readonly File[]): void
  children: ReactNode
}

/** A button that opens what the phone chooses files with. */
export function FileChooser({ label, accept, camera = false, multiple = false, onChoose, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        {...(camera && { capture: 'environment' as const })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same one may be chosen again after it failed.
          target.value = ''
          if (files.length) onChoose(files)
        }}
      />
    </>
  )
}
