import { fileUrl } from '#headless/records/files.ts'
import { pathsIn } from '#model/storedFiles.ts'
import { Pictures } from '../Pictures.tsx'
import type { CellProps } from '../types.ts'

export const PictureCell = ({ field, name, row }: CellProps<'image' | 'images'>) => (
  <Pictures paths={pathsIn(row[name])} label={field.label} />
)

/** On a card, which is a button already. */
export const Thumbnails = ({ field, name, row }: CellProps<'image' | 'images'>) =>
  pathsIn(row[name]).map((path) => (
    <img key={path} className="vd-thumbnail" src={fileUrl(path)} alt={field.label} loading="lazy" />
  ))
