/** Tries to sign in; says above the form why it did not work, and rejects. */
export type Attempt = (work: () => Promise<void>) => Promise<void>
