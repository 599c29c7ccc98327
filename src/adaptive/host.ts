/**
 * Where the product runs: a browser, WeCom, DingTalk. A method that is absent is a button that is absent; no screen
 * compares `name`. `null` means the person backed out; anything else that goes wrong throws a HostError.
 */
export interface Host {
  readonly name: string
  /** Signs people in by itself, without a password page. */
  readonly signsIn: boolean
  /** Before anything is drawn. */
  start(): Promise<void>
  setTitle(title: string): void
  /** A page outside the product. */
  openLink(url: string): void
  saveFile(file: HostFile): Promise<void>
  /** Leaves the product: back to the chat, or the page before. */
  close(): void
  /** A one-time code that says who sits here. */
  authCode?(): Promise<string | null>
  /** Text of a QR or bar code. */
  scan?(): Promise<string | null>
  /** Ids of colleagues in the chat. */
  pickPeople?(options: { multiple: boolean; chosen: readonly string[] }): Promise<readonly string[] | null>
  /** Tells of the device's back key; `handle` answers true when it did something. Returns how to stop. */
  onBack?(handle: () => boolean): () => void
  /** Tells that the person came back to the page after being elsewhere. Returns how to stop. */
  onResume?(handle: () => void): () => void
}

/** A file for the person. Chat clients keep no blobs: they fetch an address themselves, without our session. */
export interface HostFile {
  blob: Blob
  name: string
  /** An address that needs no session and ends soon. Asked for only by a host that wants it. */
  address?: () => Promise<string>
  /** The server sends the file into the person's chat: the last way out. */
  sendToChat?: () => Promise<void>
}

export class HostError extends Error {
  constructor(
    message: string,
    /** The host's own code, for the log. */
    readonly code?: string,
    /**
     * False: the host has said neither yes nor no. It came too late, its SDK or what it needs could not be loaded, it is too
     * old to be asked, or something went wrong in it.
     */
    readonly answered = true,
  ) {
    super(message)
    this.name = 'HostError'
  }
}
