/** Files in an S3-compatible store (AWS, MinIO, Aliyun OSS, Tencent COS …), shared by all nodes. */
import type { ListMultipartUploadsCommandOutput, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3Place } from '../kernel/s3-place.ts'
import { isStorePath } from './path.ts'
import type { FileStore } from '../kernel/ports/files.ts'

/** Parts of a large upload; S3 wants at least 5 MB each but the last. */
const PART_BYTES = 8 * 1024 * 1024
const CONNECT_MS = 5_000
const ANSWER_MS = 60_000

/** Files in a bucket. The client's program is read when the first file is. */
export function s3Store(place: S3Place): FileStore {
  const keyOf = (path: string) => {
    if (!isStorePath(path)) throw new Error(`not a path of the file store: ${JSON.stringify(path)}`)
    return place.prefix ? `${place.prefix}/${path}` : path
  }
  let loading: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  const ready = () => (loading ??= open(place))

  return {
    async write(path, content) {
      const at = { Bucket: place.bucket, Key: keyOf(path) }
      const { sdk, client } = await ready()
      const parts = inParts(content instanceof Uint8Array ? Readable.from([content]) : content)
      const begin = await parts.next()
      const first = begin.done ? Buffer.alloc(0) : begin.value
      if (first.length < PART_BYTES) {
        await client.send(new sdk.PutObjectCommand({ ...at, Body: first, ContentLength: first.length }))
        return first.length
      }
      return writeParts(sdk, client, at, first, parts)
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

async function open({ endpoint, region, credentials }: S3Place): Promise<{ sdk: Sdk; client: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Other makers' stores know nothing of the checksums AWS now adds unasked.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  })
  return { sdk, client }
}

/** All of it or nothing: what was begun is taken back when a part fails. */
async function writeParts(
  sdk: Sdk,
  client: S3Client,
  at: { Bucket: string; Key: string },
  first: Buffer,
  rest: AsyncGenerator<Buffer, void>,
): Promise<number> {
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(at))
  const kept: { PartNumber: number; ETag: string | undefined }[] = []
  let size = 0
  try {
    const send = async (Body: Buffer) => {
      const PartNumber = kept.length + 1
      const { ETag } = await client.send(new sdk.UploadPartCommand({ ...at, UploadId, PartNumber, Body }))
      kept.push({ PartNumber, ETag })
      size += Body.length
    }
    await send(first)
    for await (const part of rest) await send(part)
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: kept } }))
    return size
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined)
    throw error
  }
}

/** Parts that a node had sent when it ended: nobody lists them, but somebody pays for them. */
async function abortUploads(sdk: Sdk, client: S3Client, place: S3Place, before: Date): Promise<number> {
  const where = { Bucket: place.bucket, Prefix: place.prefix && `${place.prefix}/` }
  let count = 0
  for (let from: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}; from;) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new sdk.ListMultipartUploadsCommand({ ...where, ...from }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= before) continue
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: place.bucket, Key, UploadId }))
      count += 1
    }
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
  }
  return count
}

/** A stream in pieces of one part each; never more than one is held. */
async function* inParts(stream: Readable): AsyncGenerator<Buffer, void> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
    const piece = Buffer.from(chunk as Uint8Array)
    held.push(piece)
    size += piece.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size) yield Buffer.concat(held)
}

const streamOf = (body: unknown): Readable =>
  body instanceof Readable ? body : Readable.fromWeb(body as ReadableStream<Uint8Array>)

const isMissing = (error: unknown) => {
  const { name, $metadata } = error as Partial<S3ServiceException>
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}
