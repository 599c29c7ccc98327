/** Clients of three generations look for the rank of a position under three names (contract.md §0). */
import { resources } from '#resources/index.ts'
import { hookOf } from '../resource/hooks.ts'
import { notKept } from '../resource/parameters.ts'

export const positionRows = hookOf(resources.sysPosition, {
  adds: ['postLevel', 'rank'],
  extras: notKept('postLevel rank'),
  decorate(rows) {
    for (const row of rows) {
      const text = row.postRank_dictText ?? null
      Object.assign(row, {
        postLevel: row.postRank ? Number(row.postRank) : null,
        rank: row.postRank ?? null,
        rank_dictText: text,
        postRank_dictText: text,
      })
    }
    return Promise.resolve()
  },
})
