import { PlusOutlined } from '@ant-design/icons'
import { App, Upload } from 'antd'
import { useState } from 'react'
import { fileUrl, uploadFile } from '#headless/files.ts'
import type { FieldOf } from '#model/fields.ts'
import { picturesIn } from '#model/pictures.ts'
import type { InputProps } from './types.ts'

/** Pictures, kept as their paths. */
export default function ImageInput({
  field,
  id,
  value,
  disabled,
  onChange,
  onBlur,
}: InputProps<FieldOf<'image' | 'images'>>) {
  const { message } = App.useApp()
  const [percent, setPercent] = useState<number>()
  const paths = picturesIn(value)
  const most = field.kind === 'images' ? (field.max ?? 9) : 1
  const keep = (kept: readonly string[]) => onChange(kept.length ? kept.join(',') : null)

  async function take(file: File) {
    if (!file.type.startsWith('image/')) return void message.warning('请上传图片')
    setPercent(0)
    try {
      keep([...paths, await uploadFile(file, { onProgress: setPercent })])
      onBlur?.()
    } catch (error) {
      void message.error(`${file.name} 上传失败：${error instanceof Error ? error.message : '未知错误'}`)
    } finally {
      setPercent(undefined)
    }
  }

  const shown = [
    ...paths.map((path) => ({ uid: path, name: field.label, status: 'done' as const, url: fileUrl(path) })),
    ...(percent === undefined ? [] : [{ uid: 'now', name: field.label, status: 'uploading' as const, percent }]),
  ]
  return (
    <Upload
      id={id}
      accept="image/*"
      listType="picture-card"
      fileList={shown}
      disabled={Boolean(disabled)}
      beforeUpload={(file) => {
        void take(file)
        return false
      }}
      onRemove={({ uid }) => keep(paths.filter((path) => path !== uid))}
    >
      {shown.length < most && (
        <span>
          <PlusOutlined /> 上传
        </span>
      )}
    </Upload>
  )
}
