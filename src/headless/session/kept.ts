/** Where the session is kept from one page to the next. Read before anything else of the client has come (`src/ahead.ts`). */
import { API_BASE, USUAL_BASE } from '../connection/base.ts'
import { local, perTab } from '../connection/storage.ts'
import type { Session } from './session.ts'

/** One a server: a token goes to nobody but who gave it. */
export const SESSION_KEY = API_BASE === USUAL_BASE ? 'voltdesk:session' : `voltdesk:session:${API_BASE}`
/** Of the tab alone, and before the other. */
export const VIEW_KEY = 'voltdesk:viewing'

/** Undefined when nobody is signed in; an older page may have kept less. */
export const keptSession = (): Partial<Session> | undefined =>
  perTab.get<Partial<Session>>(VIEW_KEY) ?? local.get<Partial<Session>>(SESSION_KEY)
