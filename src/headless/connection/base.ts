const configured = () => document.querySelector<HTMLMetaElement>('meta[name="voltdesk-api"]')?.content.trim()
/** Where the server is: `<meta name="voltdesk-api">`, else VITE_API_BASE of the build, else `/jeecg-boot` of this origin. */
export const API_BASE: string = (
  configured() ||
  (import.meta.env.VITE_API_BASE as string | undefined) ||
  '/jeecg-boot'
).replace(/\/+$/, '')
