import { InboxOutlined, PaperClipOutlined } from '@ant-design/icons'
import { App, Button, Progress, Upload } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { fileUrl } from '#headless/records/files.ts'
import { pathsOf } from '#headless/records/fileValues.ts'
import { takes } from '#headless/forms/uploadField.ts'
import { useUploads, type Item } from '#headless/forms/useUploads.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FieldOf } from '#model/fields.ts'
import { sizeText } from '#model/storedFiles.ts'
import { acceptOf, MOST_MEGABYTES } from '#model/uploads.ts'
import type { InputProps } from './types.ts'
import './upload.css'

const FilesModal = lazy(() => importWithTimeout(import('./FilesModal.tsx')))

/** Files, kept as their paths: dropped or chosen, each with its progress. */
export default function FileInput(props: InputProps<FieldOf<'file' | 'files'>>) {
  const { field, id, value, disabled, onChange, onBlur } = props
  const { message } = App.useApp()
  const { wanted, most } = takes(field)
  const [listing, setListing] = useState(false)
  const change = (paths: string | null) => {
    onChange(paths)
    onBlur?.()
  }
  const uploads = useUploads({
    value,
    wanted,
    most,
    onChange: change,
    say: (kind, text) => void message[kind](text),
  })
  return (
    <div className="upload-files">
      {!disabled && (uploads.room > 0 || most === 1) && (
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
            disabled={Boolean(disabled)}
            onRetry={() => uploads.retry(item.key)}
            onRemove={() => uploads.remove(item.key)}
          />
        ))}
      </ul>
      {most > 1 && !disabled && (
        <Button size="small" disabled={uploads.busy} onClick={() => setListing(true)}>
          管理文件
        </Button>
      )}
      {listing && (
        <Suspense fallback={null}>
          <FilesModal
            title={field.label}
            files={uploads.items.filter(({ status }) => status === 'done')}
            wanted={wanted}
            most={most}
            urlOf={fileUrl}
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

interface FileRowProps {
  item: Item
  disabled: boolean
  onRetry(): void
  onRemove(): void
}

function FileRow({
  item: { status, percent = 0, path, name, size, message },
  disabled,
  onRetry,
  onRemove,
}: FileRowProps) {
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
          上传失败
        </small>
      )}
      {!disabled && (
        <span className="upload-actions">
          {status === 'error' && (
            <Button size="small" type="link" aria-label={`重试${name}`} onClick={onRetry}>
              重试
            </Button>
          )}
          <Button
            size="small"
            type="link"
            danger
            aria-label={`${status === 'uploading' ? '取消' : '删除'}${name}`}
            onClick={onRemove}
          >
            {status === 'uploading' ? '取消' : '删除'}
          </Button>
        </span>
      )}
    </li>
  )
}
