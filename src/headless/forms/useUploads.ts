import { useContext, useEffect, useRef, useState } from 'react'
import { nameOfFile } from '#model/storedFiles.ts'
import { uploadProblem, type Wanted } from '#model/uploads.ts'
import { uploadFile } from '../records/files.ts'
import {
  failureOf,
  filesIn,
  pathsOf,
  reasonOf,
  UPLOAD_FAILED,
  UPLOADING,
  type FileValue,
} from '../records/fileValues.ts'
import { UnfinishedUploads } from './unfinishedUploads.ts'

/** One file of a field: already kept, on its way, or failed. */
export interface Item extends FileValue {
  key: string
}

export interface UploadsOptions {
  /** Paths, comma-joined, or what an earlier upload left. */
  value: unknown
  wanted: Wanted
  /** How many there may be. */
  most: number
  /** How one is sent; to the server's own upload when not said. */
  upload?: Send
  /** Told only when everything that was begun is done or removed. */
  onChange(value: string | null): void
  /** A sentence that stands nowhere else: what was refused, what failed. */
  say(kind: 'warning' | 'error', text: string): void
}

export type Send = (
  file: File,
  options: { onProgress(percent: number): void; signal: AbortSignal },
) => Promise<Pick<FileValue, 'path' | 'url'>>

const toServer: Send = async (file, options) => ({ path: await uploadFile(file, options) })

export interface Uploads {
  items: readonly Item[]
  /** Room for further files. */
  room: number
  busy: boolean
  /** Why what is here cannot be taken yet. */
  why: string | undefined
  add(files: readonly File[]): void
  retry(key: string): void
  /** Stops what is on its way, takes away what is there. */
  remove(key: string): void
  move(key: string, by: -1 | 1): void
}

/** Said above a form, far from the field: which file it is and what to do. */
function whyNotYet(items: readonly Item[]): string | undefined {
  if (items.some(({ status }) => status === 'uploading')) return UPLOADING
  const failed = items.filter(({ status }) => status === 'error').map(({ name }) => name)
  return failed.length ? `${failed.join('、')} ${UPLOAD_FAILED}，请重试或删除` : undefined
}

let made = 0

/**
 * The files of one field: checked, sent with progress, stopped, tried again, put in order. What is on its way goes on while
 * the page waits behind another one; of a page that is gone nobody takes it, and the server clears it away.
 */
export function useUploads({ value, wanted, most, upload = toServer, onChange, say }: UploadsOptions): Uploads {
  const [items, setItems] = useState<readonly Item[]>(() => keptIn(value))
  const current = useRef(items)
  /** What the form was told last: a value that differs comes from outside. */
  const told = useRef(pathsOf(value) ?? '')
  const running = useRef(new Map<string, AbortController>())
  const sources = useRef(new Map<string, File>())
  const latest = useRef({ onChange, say, upload })
  useEffect(() => {
    latest.current = { onChange, say, upload }
  })

  const show = (next: readonly Item[]) => {
    current.current = next
    setItems(next)
  }
  const update = (key: string, change: Partial<Item>) =>
    show(current.current.map((item) => (item.key === key ? { ...item, ...change } : item)))

  function tell() {
    if (current.current.some(({ status }) => status !== 'done')) return
    const paths = pathsOf(current.current) ?? ''
    if (paths === told.current) return
    told.current = paths
    latest.current.onChange(paths || null)
  }

  const waiting = useContext(UnfinishedUploads)
  const why = whyNotYet(items)
  useEffect(() => {
    if (why) waiting?.set(told, why)
    return () => void waiting?.delete(told)
  }, [why, waiting])
  useEffect(() => {
    waiting?.stops.set(told, () => {
      for (const stop of running.current.values()) stop.abort()
      show(keptIn(told.current))
    })
    return () => void waiting?.stops.delete(told)
  }, [waiting])

  const given = pathsOf(value) ?? ''
  useEffect(() => {
    if (given === told.current) return
    told.current = given
    for (const stop of running.current.values()) stop.abort()
    show(keptIn(given))
  }, [given])

  async function send(key: string, file: File) {
    const stop = new AbortController()
    running.current.set(key, stop)
    update(key, { status: 'uploading', percent: 0, message: '' })
    try {
      const kept = await latest.current.upload(file, {
        signal: stop.signal,
        onProgress: (percent) => update(key, { percent: Math.round(percent) }),
      })
      // Thrown away in the moment of its end.
      if (stop.signal.aborted) return
      sources.current.delete(key)
      update(key, { ...kept, status: 'done', percent: 100, ...(kept.path && { message: kept.path }) })
      tell()
    } catch (error) {
      if (stop.signal.aborted) return
      const failed = { message: reasonOf(error) }
      update(key, { status: 'error', ...failed })
      latest.current.say('error', `${file.name} ${failureOf(failed)}`)
    } finally {
      running.current.delete(key)
    }
  }

  const room = most - items.length
  return {
    items,
    room,
    busy: items.some(({ status }) => status === 'uploading'),
    why,
    add(files) {
      // A single file is replaced, several are added to.
      if (most === 1 && files.length) show([])
      const free = most - current.current.length
      if (files.length > free) say('warning', `最多上传${most}个文件`)
      for (const file of files.slice(0, free)) {
        const problem = uploadProblem(file, wanted)
        if (problem) {
          say('warning', wanted.pictures ? problem : `${file.name}：${problem}`)
          continue
        }
        const key = `new:${++made}`
        sources.current.set(key, file)
        const { name, type, size } = file
        show([...current.current, { key, name, type, size, status: 'uploading', percent: 0 }])
        void send(key, file)
      }
      if (!current.current.length) show(keptIn(told.current))
    },
    retry(key) {
      const file = sources.current.get(key)
      if (file) void send(key, file)
      // It failed somewhere else, and the file itself is nowhere any more.
      else say('warning', '请删除后重新上传')
    },
    remove(key) {
      const arrived = current.current.some((item) => item.key === key && item.status === 'done')
      running.current.get(key)?.abort()
      sources.current.delete(key)
      show(current.current.filter((item) => item.key !== key))
      // What it was to replace is still there.
      if (most === 1 && !arrived) show(keptIn(told.current))
      tell()
    },
    move(key, by) {
      const next = [...current.current]
      const from = next.findIndex((item) => item.key === key)
      const to = from + by
      if (to < 0) return say('warning', '未知的操作')
      if (to >= next.length) return say('warning', '已到最后~')
      next.splice(to, 0, ...next.splice(from, 1))
      show(next)
      tell()
    },
  }
}

const keptIn = (value: unknown): Item[] =>
  filesIn(value).map((file) => ({ ...file, key: file.path ?? `new:${++made}`, name: nameOfFile(file.name) }))
