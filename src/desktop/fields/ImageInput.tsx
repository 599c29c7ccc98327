import { DeleteOutlined, PlusOutlined, RedoOutlined } from '@ant-design/icons'
import { App, Button, Progress, Upload } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { fileUrl } from '#headless/records/files.ts'
import { UPLOAD_FAILED } from '#headless/records/fileValues.ts'
import { buttonsOf, useUploadField } from '#headless/forms/useUploadField.ts'
import type { Item } from '#headless/forms/useUploads.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FieldOf } from '#model/fields.ts'
import { acceptOf, uploadProblem } from '#model/uploads.ts'
import type { InputProps } from './types.ts'
import './upload.css'

const FilesModal = lazy(() => importWithTimeout(import('./FilesModal.tsx')))
const CropModal = lazy(() => importWithTimeout(import('./CropModal.tsx')))

/** Pictures, kept as their paths. */
export default function ImageInput(props: InputProps<FieldOf<'image' | 'images'>>) {
  const { field, id, value, disabled = false, onChange, onBlur } = props
  const { message } = App.useApp()
  const [cutting, setCutting] = useState<File>()
  const { wanted, most, uploads, manage, list } = useUploadField({
    field,
    value,
    disabled,
    onChange,
    onLeave: onBlur,
    say: (kind, text) => void message[kind](text),
  })
  const cuts = field.kind === 'image' && Boolean(field.crop)
  const take = (file: File) => {
    const problem = uploadProblem(file, wanted)
    if (problem) void message.warning(problem)
    else setCutting(file)
  }

  return (
    <div className="upload-tiles">
      {uploads.items.map((item) => (
        <Tile
          key={item.key}
          item={item}
          label={field.label}
          disabled={disabled}
          onRetry={() => uploads.retry(item.key)}
          onRemove={() => uploads.remove(item.key)}
        />
      ))}
      {!disabled && uploads.room > 0 && (
        <Upload
          id={id}
          accept={acceptOf(wanted)}
          listType="picture-card"
          showUploadList={false}
          multiple={most > 1}
          beforeUpload={(file, all) => {
            if (cuts) take(file)
            else if (file === all[0]) uploads.add(all)
            return false
          }}
        >
          <span>
            <PlusOutlined /> 上传
          </span>
        </Upload>
      )}
      {manage && <Button size="small" {...manage} />}
      <Suspense fallback={null}>{list && <FilesModal {...list} urlOf={fileUrl} />}</Suspense>
      {cutting && (
        <Suspense fallback={null}>
          <CropModal
            file={cutting}
            onCancel={() => setCutting(undefined)}
            onDone={(file) => {
              setCutting(undefined)
              uploads.add([file])
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

interface TileProps {
  item: Item
  label: string
  disabled: boolean
  onRetry(): void
  onRemove(): void
}

function Tile({ item, label, disabled, onRetry, onRemove }: TileProps) {
  const { status, percent = 0, path, name, message } = item
  const { retry, remove } = buttonsOf(item)
  return (
    <div className="upload-tile" data-status={status}>
      {status === 'done' && path ? (
        <a href={fileUrl(path)} target="_blank" rel="noopener noreferrer">
          <img src={fileUrl(path)} alt={`${label} ${name}`} />
        </a>
      ) : status === 'uploading' ? (
        <Progress type="circle" size={56} percent={percent} aria-label={`${name} 上传进度`} />
      ) : (
        <span className="upload-failed" title={message}>
          {UPLOAD_FAILED}
        </span>
      )}
      {!disabled && (
        <span className="upload-tile-actions">
          {status === 'error' && (
            <button type="button" aria-label={retry.label} onClick={onRetry}>
              <RedoOutlined />
            </button>
          )}
          <button type="button" aria-label={remove.label} onClick={onRemove}>
            <DeleteOutlined />
          </button>
        </span>
      )}
    </div>
  )
}
