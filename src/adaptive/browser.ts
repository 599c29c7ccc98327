import type { Host } from './host.ts'

const REVOKE_MS = 60_000

export const browser: Host = {
  name: 'browser',
  signsIn: false,
  start: () => Promise.resolve(),
  setTitle: (title) => {
    document.title = title
  },
  openLink: (url) => {
    window.open(url, '_blank', 'noopener,noreferrer')
  },
  saveFile: ({ blob, name }) => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = name
    link.click()
    // The download reads the address after this task has ended.
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS)
    return Promise.resolve()
  },
  close: () => history.back(),
}
