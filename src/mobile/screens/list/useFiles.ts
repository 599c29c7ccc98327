import { useRef } from 'react'
import type { Host } from '#adaptive/index.ts'
import { say } from '#headless/connection/notices.ts'
import { exportsOf } from '#headless/lists/exchange.ts'
import type { ListWork } from '#headless/lists/useList.ts'
import { handedOver } from '#headless/session/handOver.ts'
import type { Resource } from '#model/resource.ts'
import { choose, type Choice } from '../../layout/ask.ts'
import { wordsOf } from '../../layout/useRun.ts'
import type { UnderWay } from './underWay.tsx'

const IMPORT = 'import'

interface Options {
  host: Host
  underWay: UnderWay
  onImport(): void
}

/** As what it may be exported, to be chosen from. */
export const exportChoices = (resource: Resource): Choice[] =>
  exportsOf(resource).map(({ key, label }) => ({ key, text: `导出 ${label}` }))

/** What the filters find, or only the records named, for the host to save; or said to be made in the background. */
export async function exportTo(
  host: Host,
  list: Pick<ListWork, 'exportFile'>,
  key: string,
  ids?: readonly string[],
): Promise<void> {
  const made = await list.exportFile(key, ids)
  if ('file' in made) await host.saveFile(handedOver(made.file))
  else say('info', `${made.message}。进度在“我的 - 任务中心”`)
}

/**
 * A file into the list, or what the filters find as a file for the host to save, or in the background. One at a time: a
 * second tap makes no second file.
 */
export function useFiles(
  resource: Resource,
  list: Pick<ListWork, 'may' | 'exportFile'>,
  { host, underWay, onImport }: Options,
): { offered: string; open(): Promise<void> } {
  const busy = useRef(false)
  const { may } = list
  const ask = async () => {
    const choices = [
      ...(may(IMPORT) ? [{ key: IMPORT, text: '导入 Excel 文件' }] : []),
      ...(may('export') ? exportChoices(resource) : []),
    ]
    const key = await choose({ title: resource.label, choices })
    if (key === IMPORT) return onImport()
    if (key) await underWay.during('正在导出…', () => exportTo(host, list, key))
  }
  return {
    offered: [may(IMPORT) && '导入', may('export') && '导出'].filter(Boolean).join('、'),
    async open() {
      if (busy.current) return
      busy.current = true
      try {
        await ask()
      } catch (error) {
        say('error', wordsOf(error))
      } finally {
        busy.current = false
      }
    },
  }
}
