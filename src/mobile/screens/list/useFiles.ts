import { useRef } from 'react'
import type { Host } from '#adaptive/index.ts'
import { say } from '#headless/connection/notices.ts'
import { exportsOf } from '#headless/lists/exchange.ts'
import type { ListWork } from '#headless/lists/useList.ts'
import { handedOver } from '#headless/session/handOver.ts'
import type { Resource } from '#model/resource.ts'
import { choose } from '../../layout/ask.ts'
import { wordsOf } from '../../layout/useRun.ts'
import type { UnderWay } from './underWay.tsx'

const IMPORT = 'import'

interface Options {
  host: Host
  underWay: UnderWay
  onImport(): void
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
  const exported = async (key: string) => {
    const made = await list.exportFile(key)
    if ('file' in made) await host.saveFile(handedOver(made.file))
    else say('info', `${made.message}。进度在“我的 - 任务中心”`)
  }
  const ask = async () => {
    const choices = [
      ...(may(IMPORT) ? [{ key: IMPORT, text: '导入 Excel 文件' }] : []),
      ...(may('export') ? exportsOf(resource).map(({ key, label }) => ({ key, text: `导出 ${label}` })) : []),
    ]
    const key = await choose({ title: resource.label, choices })
    if (key === IMPORT) return onImport()
    if (key) await underWay.during('正在导出…', () => exported(key))
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
