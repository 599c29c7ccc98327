/** Clients of three generations look for the rank of a position under three names (contract.md §0). */
import { resources } from '#resources/index.ts'
import { newId } from '../kernel/id.ts'
import { hookOf } from '../resource/hooks.ts'
import { notKept } from '../resource/parameters.ts'

export const positionRows = hookOf(resources.sysPosition, {
  adds: ['postLevel', 'rank'],
  extras: notKept('postLevel rank'),
  // The newest asks for a name and a number: that is the rank, and a code is made.
  ownNames(body, before) {
    const level = ['number', 'string'].includes(typeof body.postLevel) ? String(body.postLevel) : ''
    const rank = before?.postRank ?? null
    const isMeant = level && level !== rank && (body.postRank ?? rank) === rank
    const lacksCode = level && !before && !body.code
    return { ...body, ...(isMeant && { postRank: level }), ...(lacksCode && { code: `ZW${newId().slice(-10)}` }) }
  },
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
