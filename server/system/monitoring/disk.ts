/** The volumes this node stands on: where the data, the uploads and the backups lie, and what they are part of. */
import { mkdir, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { Settings } from '../../kernel/settings.ts'

export interface Volume {
  name: string
  /** Bytes. */
  max: number
  rest: number
  /** Used, 0 to 100: clients of the contract show it as 磁盘使用率. */
  restPPT: number
}

const placesOf = ({ dataDir, backupDir }: Settings) => [
  { label: '数据', folder: dataDir },
  { label: '备份', folder: backupDir },
  { label: '临时文件', folder: tmpdir() },
  { label: '系统', folder: '/' },
]

/** One entry a volume, named after everything that lies on it; what cannot be asked is left out. */
export async function volumesOf(settings: Settings): Promise<Volume[]> {
  const found = new Map<string, { labels: string[]; max: number; rest: number }>()
  for (const { label, folder } of placesOf(settings))
    try {
      if (folder === settings.dataDir) await mkdir(folder, { recursive: true })
      const [{ dev }, { blocks, bavail, bsize }] = await Promise.all([stat(resolve(folder)), statfs(folder)])
      const known = found.get(String(dev))
      if (known) known.labels.push(label)
      else found.set(String(dev), { labels: [label], max: blocks * bsize, rest: bavail * bsize })
    } catch {
      // Not there yet, as the backups before their first night.
    }
  return [...found.values()]
    .filter(({ max }) => max > 0)
    .map(({ labels, max, rest }) => ({
      name: labels.join('、'),
      max,
      rest,
      restPPT: Math.round(((max - rest) / max) * 100),
    }))
}
