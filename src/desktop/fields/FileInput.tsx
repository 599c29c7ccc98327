import { InboxOutlined, PaperClipOutlined } from '@ant-design/icons'
import { App, Button, Progress, Upload } from 'antd'
import { lazy, Suspense } from 'react'
import { fileUrl } from '#headless/records/files.ts'
import { UPLOAD_FAILED } from '#headless/records/fileValues.ts'
import { buttonsOf, useUploadField } from '#headless/forms/useUploadField.ts'
import type { Item } from '#headless/forms/useUploads.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FieldOf } from '#model/fields.ts'
import { sizeText } from '#model/storedFiles.ts'
import { acceptOf, MOST_MEGABYTES } from '#model/uploads.ts'
import type { InputProps } from './types.ts'
import './upload.css'

const FilesModal = lazy(() => importWithTimeout(import('./FilesModal.tsx')))

/** Files, kept as their paths: dropped or chosen, each with its progress. */
export default function FileInput(props: InputProps<FieldOf<'file' | 'files'>>) {
  const { field, id, value, disabled = false, onChange, onBlur } = props
  const { message } = App.useApp()
  const { wanted, most, uploads, takesMore, manage, list } = useUploadField({
    field,
    value,
    disabled,
    onChange,
    onLeave: onBlur,
    say: (kind, text) => void message[kind](text),
  })
  return (
    <div className="upload-files">
      {takesMore && (
        <Upload.Dragger
          id={id}
          accept={acceptOf(wanted)}
          multiple={most > 1}
          showUploadList={false}
          beforeUpload={(file, all) => {
            // Called once for each of those dropped together; taken together, so that too many are said once.
            if (file === all[0]) uploads.add(all)
            return false
          }}
        >
          <InboxOutlined aria-hidden /> 点击或拖拽文件到此处上传
          <small>
            {wanted.extensions ? `支持 ${wanted.extensions.join('、')}，` : ''}单个不超过{' '}
            {wanted.megabytes ?? MOST_MEGABYTES}MB
          </small>
        </Upload.Dragger>
      )}
      <ul>
        {uploads.items.map((item) => (
          <FileRow
            key={item.key}
            item={item}
            disabled={disabled}
            onRetry={() => uploads.retry(item.key)}
            onRemove={() => uploads.remove(item.key)}
          />
        ))}
      </ul>
      {manage && <Button size="small" {...manage} />}
      <Suspense fallback={null}>{list && <FilesModal {...list} urlOf={fileUrl} />}</Suspense>
    </div>
  )
}

interface FileRowProps {
  item: Item
  disabled: boolean
  onRetry(): void
  onRemove(): void
}

function FileRow({ item, disabled, onRetry, onRemove }: FileRowProps) {
  const { status, percent = 0, path, name, size, message } = item
  const { retry, remove } = buttonsOf(item)
  return (
    <li data-status={status}>
      <PaperClipOutlined aria-hidden />
      {path ? (
        <a href={fileUrl(path)} target="_blank" rel="noopener noreferrer" title={name}>
          {name}
        </a>
      ) : (
        <span title={name}>{name}</span>
      )}
      {size !== undefined && <small>{sizeText(size)}</small>}
      {status === 'uploading' && <Progress percent={percent} size="small" aria-label={`${name} 上传进度`} />}
      {status === 'error' && (
        <small className="upload-failed" title={message}>
          {UPLOAD_FAILED}
        </small>
      )}
      {!disabled && (
        <span className="upload-actions">
          {status === 'error' && (
            <Button size="small" type="link" aria-label={retry.label} onClick={onRetry}>
              {retry.text}
            </Button>
          )}
          <Button size="small" type="link" danger aria-label={remove.label} onClick={onRemove}>
            {remove.text}
          </Button>
        </span>
      )}
    </li>
  )
}
