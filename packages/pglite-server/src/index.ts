export { whileCopying } from './copying.ts'
export { FolderInUse, takeLock, type Holder, type Lock } from './lock.ts'
export { startServer, type Log, type Program, type RunningServer, type ServerOptions } from './start.ts'
