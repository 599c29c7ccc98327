import { DotLoading } from 'antd-mobile'
import { useState } from 'react'

export interface UnderWay {
  /** What is going on; undefined while nothing is. */
  words: string | undefined
  during<T>(words: string, work: () => Promise<T>): Promise<T>
}

/** What goes on with a list behind a menu or a card that has closed: no button of it is left to show that. */
export function useUnderWay(): UnderWay {
  const [words, setWords] = useState<string>()
  return {
    words,
    async during(said, work) {
      setWords(said)
      try {
        return await work()
      } finally {
        setWords(undefined)
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
