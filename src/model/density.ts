/** How close the rows of lists stand. */
export const DENSITIES = ['compact', 'medium', 'loose'] as const
export type Density = (typeof DENSITIES)[number]

export const DENSITY_WORDS: Readonly<Record<Density, string>> = { compact: '紧凑', medium: '中等', loose: '宽松' }
