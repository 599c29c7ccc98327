import { plainCharacters } from './kinds/base/typedNumber.ts'

/** A code as messages write it and input methods leave it: '１２３ 456 ' is 123456. */
export const typedCode = (text: string): string => plainCharacters(text).replace(/\s+/g, '')

/** A mobile number as address books, phones and chats write it: '+86 138-0013-8000' is 13800138000. */
export const typedMobile = (text: string): string =>
  typedCode(text)
    .replace(/-/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
