import { useState } from 'react'
import type { RuleExample } from './rules.ts'

/** What is filled in, and what each rule says of it since its field was left. */
export function useRules() {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return {
    values,
    set: (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value })),
    leave: (name: string) => setLeft((before) => new Set(before).add(name)),
    said: ({ name, judge }: RuleExample) => (left.has(name) ? judge(values[name]) : undefined),
  }
}
