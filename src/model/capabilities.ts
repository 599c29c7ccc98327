/**
 * What this server offers beyond JeecgBoot's contract, by name: it answers with this list at `/sys/voltdesk/capabilities`, and
 * our client asks there before it relies on one of them on a server that may be another's.
 */
export const capabilities = [
  // `/sys/challenge`: a sum the browser works out in place of a picture.
  'challenge',
  // `X-Idempotency-Key`: what is sent twice is done once.
  'once',
  // `version` in rows and bodies: a record that somebody else changed meanwhile is not overwritten.
  'versions',
  // `/sys/draft`: half-typed forms.
  'drafts',
  // `/sys/listColumns`, `/sys/listDensity`: how a person wants lists.
  'preferences',
  // `/sys/task`: long work with progress.
  'tasks',
  // `…/exportTask`, `…/importTemplate`, and a format of one's choice.
  'exportTask',
  // An import that only says what it would do.
  'dryRun',
  // `…/deleteByQuery`, `…/preview`: everything that a query finds.
  'byQuery',
  // `…/options`: what a reference may choose from.
  'options',
  // `…/rootList`, `…/childList` of every tree.
  'tree',
  // `…/related`: what hangs on a record.
  'related',
  // `/sys/followed`, and sockets that say what changed.
  'following',
  // `/sys/permission/why`, `request`, `/sys/notify/why`.
  'why',
  // `/sys/savedQuery`.
  'savedQueries',
  // `/rental/figures`.
  'figures',
  // `/sys/todo`.
  'todo',
  // `/sys/shortcut`.
  'shortcuts',
  // `/sys/user/login/setting/sessions`: devices somebody is signed in on.
  'sessions',
  // `/sys/notify/preferences`, `quiet`: who is told what, where.
  'notices',
  // `/sys/user/viewAs`.
  'viewAs',
  // `/sys/thirdLogin/exchange`: chats sign in by a call instead of a redirect.
  'exchange',
] as const

export type Capability = (typeof capabilities)[number]
