import { useContext } from 'react'
import { say } from '../connection/notices.ts'
import { fileUrl, uploadFile } from '../records/files.ts'
import { UPLOADING } from '../records/fileValues.ts'
import { UnfinishedUploads } from './unfinishedUploads.ts'

/**
 * Sends a picture that somebody puts into a text and answers the address it is read at. Until then the form around it
 * cannot be saved. Answers nothing when it failed, which is said, or when what it belongs to was thrown away meanwhile.
 */
export function useTextPictures(): (file: File, onProgress?: (percent: number) => void) => Promise<string | undefined> {
  const waiting = useContext(UnfinishedUploads)
  return async (file, onProgress) => {
    const sending = {}
    const stop = new AbortController()
    waiting?.set(sending, UPLOADING)
    waiting?.stops.set(sending, () => stop.abort())
    try {
      const path = await uploadFile(file, { editor: true, signal: stop.signal, ...(onProgress && { onProgress }) })
      return stop.signal.aborted ? undefined : fileUrl(path)
    } catch (error) {
      if (!stop.signal.aborted)
        say('error', `${file.name} 上传失败：${error instanceof Error ? error.message : '未知错误'}`)
      return undefined
    } finally {
      waiting?.delete(sending)
      waiting?.stops.delete(sending)
    }
  }
}
