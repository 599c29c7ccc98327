import { useEffect, useState, type RefObject } from 'react'

/**
 * For a dialog that is taken away as it closes: what was pressed to open it has the focus again. The kit gives it back only
 * where the dialog stays mounted.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the dialog is gone; whatever took the focus meanwhile keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      })
    },
    [opener],
  )
}

/** A dialog opens with the focus on its cross; whoever begins to type means the first field. A calendar would open at once. */
export function useFirstField(body: RefObject<HTMLElement | null>, ready: boolean): void {
  useEffect(() => {
    const dialog = body.current?.closest('[role=dialog]')
    if (!ready || !dialog || body.current!.contains(document.activeElement)) return
    const first = body.current!.querySelector<HTMLElement>('.ant-form-item input, .ant-form-item textarea')
    if (first && !first.closest('.ant-picker')) first.focus({ preventScroll: true })
  }, [body, ready])
}
