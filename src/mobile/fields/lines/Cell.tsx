import { Steps } from '../Steps.tsx'
import type { CellProps, Values } from '../types.ts'

export const Cell = ({ field, name, row }: CellProps<'lines'>) => (
  <Steps field={field} lines={(row[name] ?? []) as Values[]} />
)
