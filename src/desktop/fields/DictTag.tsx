import { Tag } from 'antd'
import { useDicts } from '#headless/session/dictionary.ts'

/** A dictionary value, or several, in their colours. */
export function DictTag({ code, value, text }: { code: string; value: string; text?: string | undefined }) {
  const items = useDicts()(code)
  const values = value.split(',').filter(Boolean)
  const texts = text?.split(',') ?? []
  return (
    <>
      {values.map((one, index) => {
        const item = items.find((other) => other.value === one)
        const shown = item?.text ?? texts[index] ?? one
        return item?.color ? (
          <Tag key={one} color={item.color}>
            {shown}
          </Tag>
        ) : (
          <span key={one}>{index > 0 ? `、${shown}` : shown}</span>
        )
      })}
    </>
  )
}
