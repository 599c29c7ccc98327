/** Sends a code or a sentence to a phone. Throws when it could not be handed over. */
export interface SmsChannel {
  send(mobile: string, code: string): Promise<void>
  say(mobile: string, text: string): Promise<void>
  /** It reaches nobody. */
  readonly pretends?: boolean
}
