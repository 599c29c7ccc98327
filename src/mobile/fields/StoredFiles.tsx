import { fileUrl } from '#headless/records/files.ts'
import { nameOfFile, pathsIn } from '#model/storedFiles.ts'
import './stored-files.css'

/** Files to be opened, by their names. */
export const StoredFiles = ({ value }: { value: unknown }) => (
  <span className="vd-files">
    {pathsIn(value).map((path) => (
      <a key={path} href={fileUrl(path)} target="_blank" rel="noopener noreferrer">
        {nameOfFile(path)}
      </a>
    ))}
  </span>
)
