import { LONGEST } from '../../lengths.ts'
import { pathsIn } from '../../storedFiles.ts'
import { extensionOf, type Extension } from '../../uploads.ts'
import type { Entry } from '../entry.ts'
import { FILES } from './fileLike.ts'
import { atMost, textEntry } from './textEntry.ts'

/** Paths of uploads with these endings. */
export const stored = (length: number, extensions: readonly Extension[] | undefined) =>
  atMost(length).refine(
    (value) => !extensions || pathsIn(value).every((path) => extensions.includes(extensionOf(path)!)),
    `只能上传 ${extensions?.join('、')} 文件`,
  )

interface Several {
  min?: number
  max?: number
  extensions?: readonly Extension[]
}

/** `what` are 张图片 or 个文件. */
export const severalStored = ({ min = 0, max = FILES, extensions }: Several, what: string) =>
  stored(LONGEST.many, extensions)
    .refine((value) => pathsIn(value).length <= max, `最多上传${max}${what}`)
    .refine((value) => pathsIn(value).length >= min, `至少上传${min}${what}`)

/** Paths of what is here already, as an export writes them. */
export const fileSheet = (what: string) =>
  ({
    ...textEntry.sheet,
    example: () => null,
    note: () => `已上传的${what}的路径，可留空后在页面上传`,
  }) satisfies Entry['sheet']
