/** What the page was told by whoever sent it. */
export const said = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="voltdesk-${name}"]`)?.content.trim()
