/** What a page needs so that a chat's SDK works on it. */
export interface PageSignature {
  timestamp: number | string
  nonceStr: string
  signature: string
}

/** Public ids of the corporation and of our app in it. */
export interface ChatIds {
  corpId: string
  agentId?: string
  clientId?: string
}

/** Our server, as far as a host needs it. The host knows no address of ours, so it is passed in. */
export interface Signer {
  ids(): Promise<ChatIds>
  /** `url` without its `#` part. `agent`: calls in the name of the app. */
  sign(url: string, ticket: 'corp' | 'agent'): Promise<PageSignature>
}

let given: (signer: Signer) => void
const signer = new Promise<Signer>((resolve) => {
  given = resolve
})

/** Once, at the start: who signs pages from now on. */
export const setSigner = (one: Signer): void => given(one)

/** Waits until there is one. */
export const theSigner = (): Promise<Signer> => signer
