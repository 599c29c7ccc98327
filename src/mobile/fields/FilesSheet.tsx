import { fileUrl } from '#headless/records/files.ts'
import { failureOf, NOTHING_UPLOADED, type FileValue } from '#headless/records/fileValues.ts'
import { say } from '#headless/connection/notices.ts'
import { listButtonsOf } from '#headless/forms/useUploadField.ts'
import { useUploads, type Item, type Uploads } from '#headless/forms/useUploads.ts'
import { sizeText } from '#model/storedFiles.ts'
import { acceptOf, type Wanted } from '#model/uploads.ts'
import { FileChooser } from './FileChooser.tsx'
import { FullSheet, SheetBar } from './pickers/FullSheet.tsx'
import './upload.css'

interface Props {
  title: string
  files: readonly FileValue[]
  wanted: Wanted
  most: number
  onClose(): void
  /** Those that have arrived, in their order. */
  onConfirm(files: readonly FileValue[]): void
}

const nothing = () => undefined

/** All files of a field: added, removed and put in order. Nothing changes before 确定. */
export default function FilesSheet({ title, files, wanted, most, onClose, onConfirm }: Props) {
  const uploads = useUploads({ value: files, wanted, most, onChange: nothing, say })
  function confirm() {
    if (uploads.why) return say('warning', uploads.why)
    const done = uploads.items.filter(({ status }) => status === 'done')
    if (!done.length) return say('warning', NOTHING_UPLOADED)
    onConfirm(done)
  }
  return (
    <FullSheet visible onClose={onClose}>
      <SheetBar
        title={title}
        count={uploads.items.length}
        multiple
        onClose={onClose}
        onConfirm={confirm}
        onClear={nothing}
      />
      <ul className="vd-sheet-list vd-file-order" aria-label={title}>
        {uploads.items.map((item) => (
          <Line key={item.key} item={item} pictures={Boolean(wanted.pictures)} uploads={uploads} />
        ))}
      </ul>
      <div className="vd-upload-doors vd-file-order-door">
        <FileChooser
          label={`${title}：添加`}
          accept={wanted.pictures ? 'image/*' : acceptOf(wanted)}
          multiple
          onChoose={uploads.add}
        >
          上传
        </FileChooser>
      </div>
    </FullSheet>
  )
}

function Line({ item, pictures, uploads }: { item: Item; pictures: boolean; uploads: Uploads }) {
  const { key, name, path, size, status, percent = 0 } = item
  const { retry, up, down, remove } = listButtonsOf(item)
  return (
    <li>
      <span>
        {pictures && status === 'done' && path && <img src={fileUrl(path)} alt={name} />}
        <span>{name}</span>
        <small>
          {status === 'uploading' ? `${percent}%` : status === 'error' ? failureOf(item) : size && sizeText(size)}
        </small>
      </span>
      <span className="vd-upload-actions">
        {status === 'error' && (
          <button type="button" aria-label={retry.label} onClick={() => uploads.retry(key)}>
            {retry.text}
          </button>
        )}
        <button type="button" aria-label={up.label} onClick={() => uploads.move(key, -1)}>
          {up.text}
        </button>
        <button type="button" aria-label={down.label} onClick={() => uploads.move(key, 1)}>
          {down.text}
        </button>
        <button type="button" aria-label={remove.label} onClick={() => uploads.remove(key)}>
          {remove.text}
        </button>
      </span>
    </li>
  )
}
