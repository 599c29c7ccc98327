import type { Shown } from '../types.ts'

export { TextCell as Cell } from '../base/TextCell.tsx'
export const Whole = ({ value }: Shown<'code'>) => <pre className="rich-text">{String(value)}</pre>
