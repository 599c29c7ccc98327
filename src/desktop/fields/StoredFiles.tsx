import { PaperClipOutlined } from '@ant-design/icons'
import { fileUrl } from '#headless/files.ts'
import { nameOfFile, pathsIn } from '#model/storedFiles.ts'

/** Files to be opened or kept, by their names. */
export const StoredFiles = ({ value }: { value: unknown }) => (
  <span className="stored-files">
    {pathsIn(value).map((path) => (
      <a key={path} href={fileUrl(path)} target="_blank" rel="noopener noreferrer" title={nameOfFile(path)}>
        <PaperClipOutlined /> {nameOfFile(path)}
      </a>
    ))}
  </span>
)
