import { nameOfFile, pathsIn } from '#model/storedFiles.ts'
import { StoredFile, StoredFiles } from '../StoredFiles.tsx'
import type { Shown } from '../types.ts'
import { Several } from './Several.tsx'

export function FileCell({ value, whole, length }: Shown<'file' | 'files'>) {
  if (whole) return <StoredFiles value={value} />
  const paths = pathsIn(value)
  return (
    <Several
      texts={paths.map(nameOfFile)}
      whole={false}
      room={length}
      draw={(index) => <StoredFile path={paths[index]!} length={length} />}
    />
  )
}
