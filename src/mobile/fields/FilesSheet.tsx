import { fileUrl } from '#headless/records/files.ts'
import { UPLOAD_FAILED, UPLOADING, type FileValue } from '#headless/records/fileValues.ts'
import { say } from '#headless/connection/notices.ts'
import { useUploads } from '#headless/forms/useUploads.ts'
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
    if (uploads.busy) return say('warning', UPLOADING)
    const done = uploads.items.filter(({ status }) => status === 'done')
    if (!done.length) return say('warning', '未上传任何文件')
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
        {uploads.items.map(({ key, name, path, size, status, percent = 0 }) => (
          <li key={key}>
            <span>
              {wanted.pictures && status === 'done' && path && <img src={fileUrl(path)} alt={name} />}
              <span>{name}</span>
              <small>
                {status === 'uploading' ? `${percent}%` : status === 'error' ? UPLOAD_FAILED : size && sizeText(size)}
              </small>
            </span>
            <span className="vd-upload-actions">
              {status === 'error' && (
                <button type="button" aria-label={`重试${name}`} onClick={() => uploads.retry(key)}>
                  重试
                </button>
              )}
              <button type="button" aria-label={`上移${name}`} onClick={() => uploads.move(key, -1)}>
                上移
              </button>
              <button type="button" aria-label={`下移${name}`} onClick={() => uploads.move(key, 1)}>
                下移
              </button>
              <button type="button" aria-label={`删除${name}`} onClick={() => uploads.remove(key)}>
                {status === 'uploading' ? '取消' : '删除'}
              </button>
            </span>
          </li>
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
