import { DotLoading } from 'antd-mobile'
import { useState } from 'react'

export interface UnderWay {
  /** What is going on, of several the one begun last; undefined while nothing is. */
  words: string | undefined
  during<T>(words: string, work: () => Promise<T>): Promise<T>
}

/** What goes on with a list behind a menu or a card that has closed: no button of it is left to show that. */
export function useUnderWay(): UnderWay {
  const [running, setRunning] = useState<readonly { words: string }[]>([])
  return {
    words: running.at(-1)?.words,
    async during(words, work) {
      const one = { words }
      setRunning((others) => [...others, one])
      try {
        return await work()
      } finally {
        setRunning((all) => all.filter((other) => other !== one))
      }
    },
  }
}

export const UnderWaySign = ({ children }: { children: string }) => (
  <p role="status" className="vd-under-way">
    <DotLoading />
    {children}
  </p>
)
