import { useState, type KeyboardEvent } from 'react'

/**
 * The keys of a calendar that tells each change at once, by its value and what sets it. While it is open, Enter takes what is
 * written in it and goes no further, for the kit leaves it to the browser, which sends the form around it; where nothing is
 * written, or nothing is open, it is the form's. Escape brings back what stood there when it was opened.
 */
export function useCalendarKeys<V>(value: V, onChange: (value: V) => void) {
  const [opened, setOpened] = useState<{ with: V }>()
  return {
    onOpenChange: (open: boolean) => setOpened(open ? { with: value } : undefined),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (!opened) return
      if (event.key === 'Enter' && (event.target as HTMLInputElement).value) event.preventDefault()
      if (event.key === 'Escape') onChange(opened.with)
    },
  }
}
