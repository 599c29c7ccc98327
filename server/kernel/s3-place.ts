/** Where an S3-compatible store is, as FILES_URL says it. */
export interface S3Place {
  bucket: string
  /** Before every path, without slashes at the ends; empty for none. */
  prefix: string
  /** Absent: AWS itself. */
  endpoint?: string
  region: string
  /** Absent: the machine's own role, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/**
 * `s3://key:secret@bucket/prefix?endpoint=https://minio:9000&region=cn-north-1`. Key and secret percent-encoded. Throws
 * with a Chinese sentence.
 */
export function s3Place(address: string): S3Place {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 's3:' || !url.hostname) throw new Error('应为 s3://密钥:口令@桶/目录?endpoint=地址&region=区域')
  const strange = [...url.searchParams.keys()].find((name) => !['endpoint', 'region'].includes(name))
  if (strange) throw new Error(`不认识的参数：${strange}`)
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint && !/^https?:\/\/[^\s/]+/.test(endpoint)) throw new Error('endpoint  应以 http:// 或 https:// 开头')
  if (Boolean(url.username) !== Boolean(url.password)) throw new Error('密钥和口令应同时填写')
  return {
    bucket: url.hostname,
    prefix: url.pathname.replace(/^\/+|\/+$/g, ''),
    ...(endpoint && { endpoint }),
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(url.username && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  }
}
