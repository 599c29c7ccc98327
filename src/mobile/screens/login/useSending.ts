import { useState, type FormEvent } from 'react'

/** Sends once at a time; what went wrong stands under the form until the next try. */
export function useSending(send: () => Promise<unknown>, onError?: (error: unknown) => Promise<void>) {
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent, faults: Record<string, string>) => {
    event.preventDefault()
    if (sending || Object.values(faults).some(Boolean)) return
    setSending(true)
    setProblem('')
    try {
      await send()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '登录失败')
      await onError?.(error)
    } finally {
      setSending(false)
    }
  }
  return { sending, problem, submit }
}
