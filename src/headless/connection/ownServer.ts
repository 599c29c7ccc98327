import { API_BASE } from './base.ts'
import { said } from './said.ts'

/** Our own server names in the page the address at which it is itself: then nobody has to ask. */
export const isOwn = said('server')?.replace(/\/+$/, '') === API_BASE
