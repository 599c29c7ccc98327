import { PaperClipOutlined } from '@ant-design/icons'
import { fileUrl } from '#headless/records/files.ts'
import { nameOfFile, pathsIn } from '#model/storedFiles.ts'

interface FileProps {
  path: string
  /** Cut to so many characters. */
  length?: number
}

/** A file to be opened or kept, by its name, which is whole on hover. */
export function StoredFile({ path, length = Infinity }: FileProps) {
  const name = nameOfFile(path)
  return (
    <a href={fileUrl(path)} target="_blank" rel="noopener noreferrer" title={name}>
      <PaperClipOutlined /> {name.length > length ? `${name.slice(0, length)}…` : name}
    </a>
  )
}

/** Several files. */
export const StoredFiles = ({ value }: { value: unknown }) => (
  <span className="stored-files">
    {pathsIn(value).map((path) => (
      <StoredFile key={path} path={path} />
    ))}
  </span>
)
