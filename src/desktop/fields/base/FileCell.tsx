import { nameOfFile, pathsIn } from '#model/storedFiles.ts'
import { StoredFile, StoredFiles } from '../StoredFiles.tsx'
import type { Shown } from '../types.ts'
import { LONG } from './Ellipsis.tsx'
import { Several } from './Several.tsx'

export function FileCell({ value, whole }: Shown<'file' | 'files'>) {
  if (whole) return <StoredFiles value={value} />
  const paths = pathsIn(value)
  return (
    <Several
      texts={paths.map(nameOfFile)}
      whole={false}
      draw={(index) => <StoredFile path={paths[index]!} length={LONG} />}
    />
  )
}
