import { SIGNATURE_SECRET as USUAL_SECRET } from '#model/signature.ts'
import { said } from './said.ts'

/** Put in by the build (`vite.config.ts`); not there where nothing was built. */
declare const __API_BASE__: string | undefined
declare const __SIGNATURE_SECRET__: string | undefined
const built = {
  api: typeof __API_BASE__ === 'undefined' ? '' : __API_BASE__,
  secret: typeof __SIGNATURE_SECRET__ === 'undefined' ? '' : __SIGNATURE_SECRET__,
}

/** Below this origin, where our own server is. */
export const USUAL_BASE = '/jeecg-boot'

/** Where the server is: `<meta name="voltdesk-api">`, else API_BASE of the build, else `/jeecg-boot` of this origin. */
export const API_BASE: string = (said('api') || built.api || USUAL_BASE).replace(/\/+$/, '')

/** What X-Sign is made with: as that server was told, where it was told another than the usual. */
export const SIGNATURE_SECRET: string = /* @__PURE__ */ said('signature') || built.secret || USUAL_SECRET
