/** Which figures are kept, hour by hour or day by day: those that count by a time. */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { DEPARTMENTS, type Figure } from '#model/figure.ts'
import type { Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'

export interface Kept {
  /** `orderMessage.income#1f2e3d4c`: a definition that says something else is another figure. */
  id: string
  resource: Resource
  figure: Figure
  at: string
}

/** Hours and days are those of the platform: in another zone they are others. */
const zone = process.env['TZ'] ?? 'Asia/Shanghai'

/** By department everything is kept anyway. */
export const keptBy = ({ by = [] }: Figure): string[] => by.filter((name) => name !== DEPARTMENTS)

const fingerprint = (figure: Figure): string => {
  const { label: _, unit: __, by, ...counts } = figure
  return createHash('sha256')
    .update(JSON.stringify([{ ...counts, ...(by && { by: keptBy(figure) }) }, zone]))
    .digest('hex')
    .slice(0, 8)
}

/** What is divided is kept by the day: by the hour it would be hardly fewer rows than there are records. As SQL text. */
export const grainOf = (divided: boolean): SQL => sql.raw(divided ? `'day'` : `'hour'`)

export const keptFigures: readonly Kept[] = allResources().flatMap((resource) =>
  Object.entries(resource.figures).flatMap(([name, figure]): Kept[] =>
    figure.at ? [{ id: `${resource.name}.${name}#${fingerprint(figure)}`, resource, figure, at: figure.at }] : [],
  ),
)

export const keptOf = (resource: Resource, figure: Figure): Kept | undefined =>
  keptFigures.find((one) => one.resource.name === resource.name && one.figure === figure)

/** By the resource and the time they count by. */
export function keptTogether(): ReadonlyMap<string, readonly Kept[]> {
  const groups = new Map<string, Kept[]>()
  for (const kept of keptFigures) {
    const key = `${kept.resource.name} ${kept.at}`
    groups.set(key, [...(groups.get(key) ?? []), kept])
  }
  return groups
}
