/** Base of the CAS server, without a trailing slash; undefined when single sign-on is off. */
export const casBase = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="voltdesk-cas"]')?.content.trim() || undefined
