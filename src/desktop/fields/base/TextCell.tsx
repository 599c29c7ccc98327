import type { Shown } from '../types.ts'
import { Ellipsis } from './Ellipsis.tsx'

export const TextCell = ({ text }: Pick<Shown, 'text'>) => <Ellipsis text={text} />
/** Digits below digits. */
export const FigureCell = ({ text }: Pick<Shown, 'text'>) => <span className="number">{text}</span>
