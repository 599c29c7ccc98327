import { useSyncExternalStore } from 'react'
import { useSettings, type Settings } from './settings.ts'

const paper = () => matchMedia('print')
/** Between the two events of the browser; the medium alone changes too late for what prints at once. */
let printing = false

function onPrint(changed: () => void): () => void {
  const begin = () => {
    printing = true
    changed()
  }
  const end = () => {
    printing = false
    changed()
  }
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  const medium = paper()
  medium.addEventListener('change', changed)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    medium.removeEventListener('change', changed)
  }
}

/** Is this going to paper just now? */
const usePrinting = (): boolean => useSyncExternalStore(onPrint, () => printing || paper().matches)

/** The theme a person chose, and on paper the light one: paper is white. */
export function useShownTheme(): Settings['theme'] {
  const theme = useSettings((state) => state.theme)
  return usePrinting() ? 'light' : theme
}
