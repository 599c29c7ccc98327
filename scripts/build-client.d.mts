export function buildClient(): boolean
export function noteReplaced(dist: string): void
export function removeOldAssets(dist: string): void
export function compressAssets(dist: string): void
