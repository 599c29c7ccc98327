/** Where the person sits, by user agent: for sessions and trails, never for a decision. */
export const hostOf = (userAgent: string | undefined): string =>
  /wxwork/i.test(userAgent ?? '') ? '企业微信' : /dingtalk/i.test(userAgent ?? '') ? '钉钉' : '浏览器'
