import { SIGNATURE_SECRET as USUAL_SECRET } from '#model/signature.ts'

const said = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="voltdesk-${name}"]`)?.content.trim()
const { env } = import.meta as unknown as { env?: { API_BASE?: string; SIGNATURE_SECRET?: string } }

/** Where the server is: `<meta name="voltdesk-api">`, else API_BASE of the build, else `/jeecg-boot` of this origin. */
export const API_BASE: string = (said('api') || env?.API_BASE || '/jeecg-boot').replace(/\/+$/, '')

/** What X-Sign is made with: as that server was told, where it was told another than the usual. */
export const SIGNATURE_SECRET: string = said('signature') || env?.SIGNATURE_SECRET || USUAL_SECRET
