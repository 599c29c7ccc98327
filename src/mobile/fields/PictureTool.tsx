import { useRef, useState } from 'react'
import { say } from '#headless/connection/notices.ts'
import { useTextPictures } from '#headless/forms/useTextPictures.ts'
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
  const sendPicture = useTextPictures()

  async function send(file: File) {
    if (!file.type.startsWith('image/')) return say('error', '请上传图片')
    setPercent(0)
    const url = await sendPicture(file, setPercent)
    setPercent(undefined)
    if (url) onPicture({ name: file.name, url })
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
