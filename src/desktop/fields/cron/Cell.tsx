import { cut, Ellipsis } from '../base/Ellipsis.tsx'
import type { Shown } from '../types.ts'

/** The expression and, below, what it means. */
export const Cell = ({ value, text, whole, length }: Shown<'cron'>) => (
  <>
    <code {...(whole ? { children: String(value) } : cut(String(value), length))} />
    {text !== value && (
      <div style={{ color: 'var(--muted)' }}>{whole ? text : <Ellipsis text={text} length={length} />}</div>
    )}
  </>
)
