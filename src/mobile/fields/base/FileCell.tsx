import { StoredFiles } from '../StoredFiles.tsx'
import type { CellProps } from '../types.ts'

export const FileCell = ({ name, row }: CellProps<'file' | 'files'>) => <StoredFiles value={row[name]} />
