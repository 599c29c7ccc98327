/** Files in an S3-compatible store (AWS, MinIO, Aliyun OSS, Tencent COS …), shared by all nodes. */
import type { ListMultipartUploadsCommandOutput, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3Place } from '../kernel/s3-place.ts'
import { isOwnPath, isStorePath } from './path.ts'
import type { FileStore } from '../kernel/ports/files.ts'

/** Of a large upload: one part is held at a time. */
const PARTS = { partSize: 8 * 1024 * 1024, queueSize: 1 }
const CONNECT_MS = 5_000
const ANSWER_MS = 60_000

/** Files in a bucket. The client's program is read when the first file is. */
export function s3Store(place: S3Place): FileStore {
  const keyOf = (path: string) => {
    if (!isStorePath(path)) throw new Error(`not a path of the file store: ${JSON.stringify(path)}`)
    return place.prefix ? `${place.prefix}/${path}` : path
  }
  let loading: ReturnType<typeof open> | undefined
  const ready = () => (loading ??= open(place))

  return {
    async write(path, content) {
      const at = { Bucket: place.bucket, Key: keyOf(path) }
      const { Upload, client } = await ready()
      let size = 0
      async function* counted() {
        const chunks = content instanceof Uint8Array ? [content] : (content as AsyncIterable<Uint8Array | string>)
        for await (const chunk of chunks) {
          const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
          size += bytes.length
          yield bytes
        }
      }
      // What was begun is taken back when a part fails or the stream breaks off.
      await new Upload({ client, params: { ...at, Body: Readable.from(counted()) }, ...PARTS }).done()
      return size
    },
    async read(path) {
      const { sdk, client } = await ready()
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket: place.bucket, Key: keyOf(path) }))
        return { stream: streamOf(found.Body), size: Number(found.ContentLength) }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(path) {
      const { sdk, client } = await ready()
      // A missing one is removed already: S3 answers 204.
      await client.send(new sdk.DeleteObjectCommand({ Bucket: place.bucket, Key: keyOf(path) }))
    },
    freeBytes: () => Promise.resolve(Infinity),
    async removeUnfinished(before) {
      const { sdk, client } = await ready()
      return abortUploads(sdk, client, place, before)
    },
  }
}

type Sdk = typeof import('@aws-sdk/client-s3')

async function open({ endpoint, region, credentials }: S3Place) {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Other makers' stores know nothing of the checksums AWS now adds unasked.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  })
  return { sdk, Upload, client }
}

/** Parts that a node had sent when it ended: nobody lists them, but somebody pays for them. */
async function abortUploads(sdk: Sdk, client: S3Client, place: S3Place, before: Date): Promise<number> {
  const where = { Bucket: place.bucket, Prefix: place.prefix && `${place.prefix}/` }
  // Without a folder of ours the bucket may be that of other programs as well.
  const isOurs = (key = '') => place.prefix !== '' || isOwnPath(key)
  let count = 0
  for (let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}; from;) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new sdk.ListMultipartUploadsCommand({ ...where, ...from }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= before || !isOurs(Key)) continue
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: place.bucket, Key, UploadId }))
      count += 1
    }
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
  }
  return count
}

const streamOf = (body: unknown): Readable =>
  body instanceof Readable ? body : Readable.fromWeb(body as ReadableStream<Uint8Array>)

const isMissing = (error: unknown) => {
  const { name, $metadata } = error as Partial<S3ServiceException>
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}
