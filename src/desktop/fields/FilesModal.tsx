import { App, Button, Modal, Upload } from 'antd'
import { failureOf, NOTHING_UPLOADED, type FileValue } from '#headless/records/fileValues.ts'
import { listButtonsOf } from '#headless/forms/useUploadField.ts'
import { useUploads, type Item, type Send, type Uploads } from '#headless/forms/useUploads.ts'
import { sizeText } from '#model/storedFiles.ts'
import { acceptOf, type Wanted } from '#model/uploads.ts'
import './upload.css'

interface Props {
  title: string
  files: readonly FileValue[]
  wanted: Wanted
  most: number
  /** May be looked at, not changed. */
  readOnly?: boolean
  /** What is there stays there. */
  keepsAll?: boolean
  uploadText?: string | undefined
  /** How one is sent; to the server's own upload when not said. Null: nothing can be added. */
  upload?: Send | null
  urlOf(path: string): string
  download?: ((file: FileValue) => void) | undefined
  onClose(): void
  /** Those that have arrived, in their order. */
  onConfirm(files: readonly FileValue[]): void
}

const nothing = () => undefined

/** All files of a field or a cell: added, removed and put in order. Nothing changes before 确定. */
export default function FilesModal(props: Props) {
  const { title, files, wanted, most, readOnly = false, keepsAll = false, upload, urlOf, download, onClose } = props
  const { message } = App.useApp()
  const uploads = useUploads({
    value: files,
    wanted,
    most,
    ...(upload && { upload }),
    onChange: nothing,
    say: (kind, text) => void message[kind](text),
  })
  function confirm() {
    if (uploads.why) return void message.warning(uploads.why)
    const done = uploads.items.filter(({ status }) => status === 'done')
    if (!done.length) return void message.warning(NOTHING_UPLOADED)
    props.onConfirm(
      done.map(({ key, ...file }) => ({ id: key, ...file, ...(file.path && { url: file.url ?? urlOf(file.path) }) })),
    )
  }
  return (
    <Modal
      open
      width={520}
      title={title}
      onCancel={onClose}
      onOk={readOnly ? onClose : confirm}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: uploads.busy }}
    >
      <ul className="upload-list">
        {uploads.items.map((item) => (
          <Line
            key={item.key}
            item={item}
            uploads={uploads}
            pictures={Boolean(wanted.pictures)}
            readOnly={readOnly}
            keepsAll={keepsAll}
            urlOf={urlOf}
            download={download}
          />
        ))}
      </ul>
      {!readOnly && upload !== null && (
        <Upload
          accept={acceptOf(wanted)}
          multiple={most > 1}
          showUploadList={false}
          disabled={uploads.room < 1}
          beforeUpload={(file, all) => {
            if (file === all[0]) uploads.add(all)
            return false
          }}
        >
          <Button block type="dashed" disabled={uploads.room < 1}>
            {props.uploadText ?? '上传'}
          </Button>
        </Upload>
      )}
    </Modal>
  )
}

interface LineProps extends Required<Pick<Props, 'readOnly' | 'keepsAll'>>, Pick<Props, 'urlOf' | 'download'> {
  item: Item
  uploads: Uploads
  pictures: boolean
}

function Line({ item, uploads, pictures, readOnly, keepsAll, urlOf, download }: LineProps) {
  const { key, name, path, size, status, percent = 0, url } = item
  const { retry, up, down, remove } = listButtonsOf(item)
  return (
    <li>
      {pictures && status === 'done' && path && (
        <a href={url ?? urlOf(path)} target="_blank" rel="noopener noreferrer">
          <img className="thumb" src={url ?? urlOf(path)} alt={name} />
        </a>
      )}
      <span className="upload-name" title={path ?? name}>
        {name}
      </span>
      <small>
        {status === 'uploading' ? `${percent}%` : status === 'error' ? failureOf(item) : size && sizeText(size)}
      </small>
      {status === 'done' && path && download && (
        <Button size="small" type="link" onClick={() => download({ name, path, status, ...(url && { url }) })}>
          下载
        </Button>
      )}
      {!readOnly && (
        <>
          {status === 'error' && (
            <Button size="small" type="link" aria-label={retry.label} onClick={() => uploads.retry(key)}>
              {retry.text}
            </Button>
          )}
          <Button size="small" type="link" aria-label={up.label} onClick={() => uploads.move(key, -1)}>
            {up.text}
          </Button>
          <Button size="small" type="link" aria-label={down.label} onClick={() => uploads.move(key, 1)}>
            {down.text}
          </Button>
          {!(keepsAll && status === 'done') && (
            <Button size="small" type="link" danger aria-label={remove.label} onClick={() => uploads.remove(key)}>
              {remove.text}
            </Button>
          )}
        </>
      )}
    </li>
  )
}
