import { ChatError, type ChatReceipt } from '../kernel/ports/chat.ts'

/** May the same call work later? Settings are mended; what is wrong with a message stays so. */
export const isWorthAnotherTry = ({ retry, fault }: ChatError): boolean => retry || fault === 'setup'

/** Some of a message was brought to its outcome and some was not; with `left` for its receipt only that is tried again. */
export class PartlySettled extends ChatError {
  constructor(
    error: ChatError,
    readonly left: ChatReceipt,
  ) {
    super(error.message, error.code, error.retry, error.afterMs, error.fault)
  }
}
