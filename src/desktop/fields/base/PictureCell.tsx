import { fileUrl } from '#headless/records/files.ts'
import { pathsIn } from '#model/storedFiles.ts'
import type { Shown } from '../types.ts'

export const PictureCell = ({ value, field }: Shown<'image' | 'images'>) => (
  <span className="thumbs">
    {pathsIn(value).map((path, index) => (
      <a key={path} href={fileUrl(path)} target="_blank" rel="noopener noreferrer">
        <img
          src={fileUrl(path)}
          alt={`${field.label}${index ? ` ${index + 1}` : ''}`}
          className="thumb"
          loading="lazy"
        />
      </a>
    ))}
  </span>
)
