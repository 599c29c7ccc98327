import type { Shown } from '../types.ts'
import { Ellipsis } from './Ellipsis.tsx'

export const TextCell = ({ text, length }: Pick<Shown, 'text' | 'length'>) => <Ellipsis text={text} length={length} />
/** Digits below digits. */
export const FigureCell = ({ text }: Pick<Shown, 'text'>) => <span className="number">{text}</span>
