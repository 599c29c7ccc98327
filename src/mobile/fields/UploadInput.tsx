import { lazy, Suspense, useState } from 'react'
import { fileUrl } from '#headless/records/files.ts'
import { pathsOf } from '#headless/records/fileValues.ts'
import { say } from '#headless/connection/notices.ts'
import { takes, type UploadField } from '#headless/forms/uploadField.ts'
import { useUploads, type Item } from '#headless/forms/useUploads.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { sizeText } from '#model/storedFiles.ts'
import { acceptOf } from '#model/uploads.ts'
import { FileChooser } from './FileChooser.tsx'
import type { InputProps } from './types.ts'
import './upload.css'

const FilesSheet = lazy(() => importWithTimeout(import('./FilesSheet.tsx')))

/** Pictures from the camera or the album, files from wherever the phone keeps them. */
export default function UploadInput(props: InputProps<UploadField['kind']>) {
  const { value, onChange, onLeave, disabled } = props
  const field = props.field as UploadField
  const { wanted, most } = takes(field)
  const [listing, setListing] = useState(false)
  const change = (paths: string | null) => {
    onChange(paths)
    onLeave()
  }
  const uploads = useUploads({ value, wanted, most, onChange: change, say })
  const open = !disabled && (uploads.room > 0 || most === 1)
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
            disabled={disabled ?? false}
            onRetry={() => uploads.retry(item.key)}
            onRemove={() => uploads.remove(item.key)}
          />
        )
      })}
      {open && (
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
      {most > 1 && !disabled && (
        <button
          type="button"
          className="vd-upload-manage"
          aria-label={`${field.label}：管理文件`}
          disabled={uploads.busy}
          onClick={() => setListing(true)}
        >
          管理文件
        </button>
      )}
      {listing && (
        <Suspense>
          <FilesSheet
            title={field.label}
            files={uploads.items.filter(({ status }) => status === 'done')}
            wanted={wanted}
            most={most}
            onClose={() => setListing(false)}
            onConfirm={(files) => {
              setListing(false)
              change(pathsOf(files))
            }}
          />
        </Suspense>
      )}
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

function Actions({ item: { name, status }, disabled, onRetry, onRemove }: ItemProps) {
  if (disabled) return null
  const remove = status === 'uploading' ? '取消' : '删除'
  return (
    <span className="vd-upload-actions">
      {status === 'error' && (
        <button type="button" aria-label={`重试${name}`} onClick={onRetry}>
          重试
        </button>
      )}
      <button type="button" aria-label={`${remove}${name}`} onClick={onRemove}>
        {remove}
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
          {status === 'uploading' ? `${percent}%` : status === 'error' ? '上传失败' : '图片已失效'}
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
            ? '上传失败'
            : size !== undefined && sizeText(size)}
      </small>
      <Actions {...props} />
    </div>
  )
}
