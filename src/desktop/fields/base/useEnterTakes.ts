import { useState, type KeyboardEvent } from 'react'

/**
 * Of a calendar: while it is open, Enter takes what is written in it and goes no further, for the kit leaves it to the
 * browser, which sends the form around it. Where nothing is written, or nothing is open, it is the form's.
 */
export function useEnterTakes() {
  const [open, onOpenChange] = useState(false)
  return {
    onOpenChange,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Enter' && open && (event.target as HTMLInputElement).value) event.preventDefault()
    },
  }
}
