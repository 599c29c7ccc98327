export const NAME_OR_ACCOUNT = '姓名或账号'
export const NOBODY_FOUND = '没有这个人，请换一个姓名或账号'

const ASCII = /^[\x20-\x7e]*$/

/** People by name or account: the contract has a parameter for each, and no account has a Chinese character. */
export const byNameOrAccount = (words: string): { username?: string; realname?: string } =>
  words ? { [ASCII.test(words) ? 'username' : 'realname']: words } : {}
