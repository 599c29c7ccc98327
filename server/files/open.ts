import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { diskStore } from './disk.ts'
import { s3Store } from './s3.ts'
import type { FileStore } from './store.ts'

/** The store the settings name: a bucket, else the data folder. */
export const openFiles = ({ bucket, dataDir }: Pick<Settings, 'bucket' | 'dataDir'>): FileStore =>
  bucket ? s3Store(bucket) : diskStore(join(dataDir, 'files'))
