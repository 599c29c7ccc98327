import { useRef, useState } from 'react'
import { fileUrl, uploadFile } from '#headless/records/files.ts'
import { say } from '#headless/connection/notices.ts'
import { Tool } from './Tool.tsx'

interface Props {
  /** Of the field whose text is being written. */
  label: string
  disabled: boolean | undefined
  /** It is on the server now: its name, and the address it is read at. */
  onPicture(picture: { name: string; url: string }): void
}

/** 图片: chosen or taken, sent, and then put into the text. */
export function PictureTool({ label, disabled, onPicture }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number>()

  async function send(file: File) {
    if (!file.type.startsWith('image/')) return say('error', '请上传图片')
    setPercent(0)
    try {
      onPicture({ name: file.name, url: fileUrl(await uploadFile(file, { editor: true, onProgress: setPercent })) })
    } catch (error) {
      say('error', `${file.name} 上传失败：${error instanceof Error ? error.message : '未知错误'}`)
    } finally {
      setPercent(undefined)
    }
  }

  return (
    <>
      <Tool label="图片" disabled={disabled || percent !== undefined} onPress={() => chooser.current?.click()}>
        {percent === undefined ? '图片' : `${percent}%`}
      </Tool>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label={`${label}的图片`}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void send(file)
        }}
      />
    </>
  )
}
