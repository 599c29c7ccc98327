import { join } from 'node:path'
import { placesOfEnvironment } from '../db/cli-database.ts'
import type { Settings } from '../kernel/settings.ts'
import { diskStore } from './disk.ts'
import { s3Store } from './s3.ts'
import { s3Place } from '../kernel/s3-place.ts'
import type { FileStore } from '../kernel/ports/files.ts'

type Places = Pick<Settings, 'bucket' | 'dataDir'>

const filesIn = (dataDir: string) => join(dataDir, 'files')

/** For a command, which reads nothing else of the settings: whatever is wrong there must not keep it from its work. */
export const placesOfFiles = (): Places => ({
  dataDir: placesOfEnvironment().dataDir,
  ...(process.env['FILES_URL'] && { bucket: s3Place(process.env['FILES_URL']) }),
})

/** The folder of the uploads; undefined where a bucket has them. */
export const diskFolder = ({ bucket, dataDir }: Places): string | undefined => (bucket ? undefined : filesIn(dataDir))

/** The store the settings name: a bucket, else the data folder. */
export const openFiles = ({ bucket, dataDir }: Places): FileStore =>
  bucket ? s3Store(bucket) : diskStore(filesIn(dataDir))
