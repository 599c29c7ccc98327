/** The package has no types of its own. */
declare module 'dingtalk-encrypt' {
  interface Encrypted {
    msg_signature: string
    encrypt: string
    timeStamp: string
    nonce: string
  }
  export default class DingTalkEncryptor {
    constructor(token: string, encodingAesKey: string, receiver: string)
    getEncryptedMap(text: string, timeStamp: number | string, nonce: string): Encrypted
    getDecryptMsg(signature: string, timeStamp: string, nonce: string, encrypted: string): string
  }
}
