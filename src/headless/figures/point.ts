export interface Point {
  label: string
  value: number
  /** As a person reads it. */
  text: string
  /** HH:mm: a day that is not over. It stands beside the line, which would seem to fall. */
  soFar?: string
}

/** 2026-11-24（截至 10:32） */
export const labelOf = ({ label, soFar }: Pick<Point, 'label' | 'soFar'>): string =>
  soFar ? `${label}（截至 ${soFar}）` : label
