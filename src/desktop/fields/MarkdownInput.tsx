import { PictureOutlined } from '@ant-design/icons'
import { markdown } from '@codemirror/lang-markdown'
import CodeMirror, { EditorView } from '@uiw/react-codemirror'
import { App, Button, Form, Input, Modal, Tabs, Upload } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTextPictures } from '#headless/forms/useTextPictures.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { acceptOf, uploadProblem } from '#model/uploads.ts'
import { putText, tools } from './markdownTools.ts'
import type { InputProps } from './types.ts'
import './rich-text.css'

const Markdown = lazy(() => importWithTimeout(import('#headless/records/Markdown.tsx')))

const HEIGHT = '300px'
const MIN_HEIGHT = '200px'

/** Markdown with a toolbar; 预览 shows it as it will be read. */
export default function MarkdownInput(props: InputProps<FieldOf<'markdown'>>) {
  const { field, id, value, disabled, invalid, onChange, onBlur } = props
  const [view, setView] = useState<EditorView>()
  const [reading, setReading] = useState(false)
  const [picturing, setPicturing] = useState(false)
  const text = typeof value === 'string' ? value : ''
  const extensions = useMemo(
    () => [markdown(), EditorView.lineWrapping, EditorView.contentAttributes.of({ id, 'aria-label': field.label })],
    [id, field.label],
  )
  const off = Boolean(disabled) || reading
  return (
    <div className={invalid ? 'markdown-input rich-text-wrong' : 'markdown-input'}>
      <div role="toolbar" aria-label={`${field.label}的格式`} className="markdown-toolbar">
        {tools.map(({ name, sign, run }) => (
          <button
            key={name}
            type="button"
            title={name}
            aria-label={name}
            disabled={off}
            onClick={() => view && run(view)}
          >
            {sign}
          </button>
        ))}
        <button type="button" title="图片" aria-label="图片" disabled={off} onClick={() => setPicturing(true)}>
          <PictureOutlined />
        </button>
        <button type="button" aria-pressed={reading} onClick={() => setReading(!reading)}>
          预览
        </button>
      </div>
      {reading && (
        <div className="markdown-reading" style={{ minHeight: HEIGHT }}>
          <Suspense fallback={text}>
            <Markdown className="rich-text" text={text} />
          </Suspense>
        </div>
      )}
      <div hidden={reading}>
        <CodeMirror
          value={text}
          height={HEIGHT}
          minHeight={MIN_HEIGHT}
          placeholder={missing(field)}
          editable={!disabled}
          readOnly={Boolean(disabled)}
          basicSetup={{ lineNumbers: false, foldGutter: false, highlightActiveLine: false, tabSize: 2 }}
          extensions={extensions}
          onCreateEditor={setView}
          onChange={(next) => onChange(next || null)}
          {...(onBlur && { onBlur })}
        />
      </div>
      {picturing && (
        <PictureDialog
          onClose={() => setPicturing(false)}
          onDone={(url, remark) => {
            setPicturing(false)
            // A bracket within the remark would end it.
            if (view) putText(`![${remark.replace(/[[\]\\]/g, '\\$&')}](${bare(url)})`)(view)
          }}
        />
      )}
    </div>
  )
}

/** Signs that would end an address in Markdown. */
const bare = (url: string) => url.replace(/[()<> ]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

const PICTURE = { pictures: true } as const
const ADDRESS = /^https?:\/\/\S+$/

function PictureDialog({ onClose, onDone }: { onClose(): void; onDone(url: string, remark: string): void }) {
  const { message } = App.useApp()
  const sendPicture = useTextPictures()
  const [tab, setTab] = useState('local')
  const [file, setFile] = useState<File>()
  const [url, setUrl] = useState('')
  const [remark, setRemark] = useState('')
  const [wrong, setWrong] = useState('')
  const [sending, setSending] = useState(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])

  async function confirm() {
    if (tab === 'url') {
      if (!url.trim()) return setWrong('请输入网络URL')
      if (!ADDRESS.test(url.trim())) return setWrong('请输入以http和https开头的网址')
      return onDone(url.trim(), remark)
    }
    if (!file) return void message.warning('请上传图片')
    setSending(true)
    const address = await sendPicture(file)
    setSending(false)
    if (address && isOpen.current) onDone(address, remark || file.name)
  }
  const note = (
    <Form.Item label="备注" htmlFor="picture-remark">
      <Input id="picture-remark" value={remark} onChange={({ target }) => setRemark(target.value)} />
    </Form.Item>
  )
  return (
    <Modal
      open
      title="图片上传"
      okText="确定"
      cancelText="取消"
      confirmLoading={sending}
      onCancel={onClose}
      onOk={confirm}
    >
      <Tabs
        activeKey={tab}
        onChange={setTab}
        destroyOnHidden
        items={[
          {
            key: 'local',
            label: '本地上传',
            children: (
              <Form layout="vertical" component="div">
                <Upload
                  accept={acceptOf(PICTURE)}
                  maxCount={1}
                  fileList={file ? [{ uid: '1', name: file.name, status: 'done' }] : []}
                  onRemove={() => setFile(undefined)}
                  beforeUpload={(chosen) => {
                    const problem = uploadProblem(chosen, PICTURE)
                    if (problem) void message.warning(problem)
                    else setFile(chosen)
                    return false
                  }}
                >
                  <Button>选择图片</Button>
                </Upload>
                {note}
              </Form>
            ),
          },
          {
            key: 'url',
            label: '网络URL',
            children: (
              <Form layout="vertical" component="div">
                <Form.Item
                  label="网络URL"
                  htmlFor="picture-url"
                  required
                  {...(wrong && { validateStatus: 'error' as const, help: wrong })}
                >
                  <Input
                    id="picture-url"
                    value={url}
                    placeholder="https://"
                    onChange={({ target }) => {
                      setUrl(target.value)
                      setWrong('')
                    }}
                  />
                </Form.Item>
                {note}
              </Form>
            ),
          },
        ]}
      />
    </Modal>
  )
}
