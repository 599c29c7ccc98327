/** Clients of three generations look for the rank of a position under three names (contract.md §0). */
import { resources } from '#resources/index.ts'
import { newId } from '../kernel/id.ts'
import { hookOf } from '../resource/hooks.ts'
import { notKept } from '../resource/parameters.ts'

/** A rank as text of the dictionary, or as the number that is made of it. */
const isSame = (one: unknown, other: unknown) => Number(one ?? '') === Number(other ?? '')

export const positionRows = hookOf(resources.sysPosition, {
  adds: ['postLevel', 'rank'],
  extras: notKept('postLevel rank'),
  // The newest asks for a name and a number: that is the rank, and a code is made.
  ownNames(body, before) {
    const level = ['number', 'string'].includes(typeof body.postLevel) ? String(body.postLevel) : ''
    const rank = before?.postRank
    const isMeant = level && !isSame(level, rank) && (!body.postRank || isSame(body.postRank, rank))
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
