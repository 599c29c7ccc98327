/**
 * What JeecgBoot's clients and servers sign with unless somebody configures another (JeecgBaseConfig.java and
 * signMd5Utils.js of 3.9.3), and so does ours. It stands in every browser: a check sum that protects nothing.
 */
export const SIGNATURE_SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'

/**
 * The text whose MD5 (hex, upper case) is X-Sign (contract.md §1.4): what stands in the URL and what goes along, sorted,
 * as compact JSON, followed by the secret. `url` may carry a query; its values are taken as they stand.
 */
export function signaturePayload(url: string, params: Record<string, unknown> | undefined, secret: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const last = path.slice(path.lastIndexOf('/') + 1)
  const given: Record<string, unknown> = {
    ...Object.fromEntries(query.split('&').filter(Boolean).map(pairOf)),
    ...(last.includes(',') && { 'x-path-variable': decodeURIComponent(last) }),
    ...params,
  }
  const sorted: Record<string, unknown> = {}
  for (const key of Object.keys(given).sort()) {
    const value = given[key]
    // The other side drops nulls when it writes JSON, so they must not be signed.
    if (key === '_t' || value === null || value === undefined) continue
    sorted[key] = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  }
  return JSON.stringify(sorted) + secret
}

function pairOf(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}
