import { createContext, use, useState, type ChangeEvent, type ComponentProps } from 'react'

type End = 'start' | 'end' | undefined

/** What a calendar does with what is written into it. `end` is that of a range. */
export interface Written {
  /** What the text means, in the one form the kit reads; as it was written when it means no day. */
  read(text: string): string
  /** What stands there and is no day. */
  unread?(end: End): string | undefined
  /** Told with every sign: what was read, or `null` when nothing is left. */
  give(text: string | null, end: End): void
}
export const Writing = createContext<Written>({ read: (text) => text, give: () => undefined })

interface Props extends ComponentProps<'input'> {
  /** From the kit. */
  'date-range'?: End
}

/**
 * The box of a calendar. The kit reads one form and drops whatever else is written when it is left; so it is told that form,
 * while the box shows the text as the person writes it, and what can be read as nothing stays for the check to name.
 */
function Box({ value, onChange, onBlur, onKeyDown, 'date-range': end, ...props }: Props) {
  const { read, unread, give } = use(Writing)
  const [typed, setTyped] = useState<{ text: string; told: string }>()
  // What was chosen in the calendar meanwhile takes its place, and so does nothing, by its ×.
  const stands = typed && (value === typed.told || (!value && unread?.(end) === typed.told))
  return (
    <input
      {...props}
      date-range={end}
      value={stands ? typed.text : value || unread?.(end) || ''}
      onChange={(event) => {
        const text = event.target.value
        const told = read(text)
        setTyped({ text, told })
        // It asks the event for nothing else.
        onChange?.({ target: { value: told } } as ChangeEvent<HTMLInputElement>)
        give(text.trim() ? told : null, end)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') setTyped(undefined)
        onKeyDown?.(event)
      }}
    />
  )
}

/** For the kit; always the same, or it would draw another box with every change. */
export const calendarBox = { input: Box }
