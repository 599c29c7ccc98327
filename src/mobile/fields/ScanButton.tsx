import { ScanningOutline } from 'antd-mobile-icons'
import { useState } from 'react'
import type { Host } from '#adaptive/index.ts'
import { say } from '#headless/connection/notices.ts'
import type { FieldOf } from '#model/fields.ts'
import { wordsOf } from '../layout/useRun.ts'

interface Props {
  host: Host
  field: FieldOf<'text'>
  /** Without its words, where there is little room. */
  brief?: boolean
  onScanned(text: string): void
}

const WORDS = '扫一扫'

/** Reads a printed code with the camera of the chat client instead of typing it; who backs out is told nothing. */
export default function ScanButton({ host, field: { label, scanned = '' }, brief = false, onScanned }: Props) {
  const [scanning, setScanning] = useState(false)
  const scan = async () => {
    setScanning(true)
    try {
      const text = await host.scan?.()
      if (text === null || text === undefined) return
      // Printed is often an address that contains it.
      const whole = new RegExp(`^(?:${scanned})$`)
      const found = new Set((text.match(/[A-Za-z0-9]+/g) ?? []).filter((part) => whole.test(part)))
      const [number] = found
      if (number === undefined) say('warning', `扫到的内容里没有${label}`)
      else if (found.size > 1) say('warning', `扫到的内容里有 ${found.size} 个可能的${label}，请手工输入`)
      else onScanned(number)
    } catch (error) {
      say('error', wordsOf(error))
    } finally {
      setScanning(false)
    }
  }
  return (
    <button
      type="button"
      className={brief ? 'vd-icon-button' : 'vd-text-button'}
      aria-label={`${WORDS}${label}`}
      disabled={scanning}
      onClick={() => void scan()}
    >
      <ScanningOutline />
      {!brief && WORDS}
    </button>
  )
}
