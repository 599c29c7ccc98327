import type { SaveHook } from '../resource/hooks.ts'

export const systemHooks: SaveHook[] = []
