import { lazy, Suspense, useState } from 'react'
import { fileUrl } from '#headless/records/files.ts'
import { UPLOAD_FAILED } from '#headless/records/fileValues.ts'
import { say } from '#headless/connection/notices.ts'
import type { UploadField } from '#headless/forms/uploadField.ts'
import { buttonsOf, useUploadField } from '#headless/forms/useUploadField.ts'
import type { Item } from '#headless/forms/useUploads.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { sizeText } from '#model/storedFiles.ts'
import { acceptOf } from '#model/uploads.ts'
import { FileChooser } from './FileChooser.tsx'
import type { InputProps } from './types.ts'
import './upload.css'

const FilesSheet = lazy(() => importWithTimeout(import('./FilesSheet.tsx')))

/** Pictures from the camera or the album, files from wherever the phone keeps them. */
export default function FileInput({
  field: wide,
  value,
  onChange,
  onLeave,
  disabled = false,
}: InputProps<UploadField['kind']>) {
  const field = wide as UploadField
  const { wanted, most, uploads, takesMore, manage, list } = useUploadField({
    field,
    value,
    disabled,
    onChange,
    onLeave,
    say,
  })
  const photographs = wanted.pictures || (wanted.extensions ?? ['jpg']).includes('jpg')
  return (
    <div className="vd-uploads">
      {uploads.items.map((item) => {
        const Draw = wanted.pictures ? PictureItem : FileItem
        return (
          <Draw
            key={item.key}
            item={item}
            label={field.label}
            disabled={disabled}
            onRetry={() => uploads.retry(item.key)}
            onRemove={() => uploads.remove(item.key)}
          />
        )
      })}
      {takesMore && (
        <div className="vd-upload-doors">
          {photographs && (
            <FileChooser label={`${field.label}：拍照`} accept="image/*" camera onChoose={uploads.add}>
              拍照
            </FileChooser>
          )}
          <FileChooser
            label={`${field.label}：${wanted.pictures ? '选择图片' : '选择文件'}`}
            accept={wanted.pictures ? 'image/*' : acceptOf(wanted)}
            multiple={most > 1}
            onChoose={uploads.add}
          >
            {wanted.pictures ? '选择图片' : '选择文件'}
          </FileChooser>
        </div>
      )}
      {manage && (
        <button
          type="button"
          className="vd-upload-manage"
          {...manage}
          aria-label={`${field.label}：${manage.children}`}
        />
      )}
      <Suspense>{list && <FilesSheet {...list} />}</Suspense>
    </div>
  )
}

interface ItemProps {
  item: Item
  label: string
  disabled: boolean
  onRetry(): void
  onRemove(): void
}

function Actions({ item, disabled, onRetry, onRemove }: ItemProps) {
  if (disabled) return null
  const { retry, remove } = buttonsOf(item)
  return (
    <span className="vd-upload-actions">
      {item.status === 'error' && (
        <button type="button" aria-label={retry.label} onClick={onRetry}>
          {retry.text}
        </button>
      )}
      <button type="button" aria-label={remove.label} onClick={onRemove}>
        {remove.text}
      </button>
    </span>
  )
}

function PictureItem(props: ItemProps) {
  const { status, percent = 0, path, name } = props.item
  const [broken, setBroken] = useState(false)
  return (
    <div className="vd-upload-picture" data-status={status}>
      {status === 'done' && path && !broken ? (
        <img src={fileUrl(path)} alt={`${props.label} ${name}`} onError={() => setBroken(true)} />
      ) : (
        <span role="status">
          {status === 'uploading' ? `${percent}%` : status === 'error' ? UPLOAD_FAILED : '图片已失效'}
        </span>
      )}
      <Actions {...props} />
    </div>
  )
}

function FileItem(props: ItemProps) {
  const { status, percent = 0, name, size } = props.item
  return (
    <div className="vd-upload-file" data-status={status}>
      <span>{name}</span>
      <small role="status">
        {status === 'uploading'
          ? `${percent}%`
          : status === 'error'
            ? UPLOAD_FAILED
            : size !== undefined && sizeText(size)}
      </small>
      <Actions {...props} />
    </div>
  )
}
