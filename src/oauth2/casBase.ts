import { said } from '#headless/connection/said.ts'

/** Base of the CAS server, without a trailing slash; undefined when single sign-on is off. */
export const casBase = (): string | undefined => said('cas') || undefined
