/**
 * Scripts that stand in the page itself: `<!-- src/ahead.ts -->` in index.html becomes that module with all it imports, and
 * `<!-- src/adaptive/too-old.ts es5 -->` for browsers that know no more than that. The server allows what is written out by its hash.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const PLACE = /<!-- (src\/\S+\.ts)(?: (es5))? -->/g
const REMARK = / *<!--[^]*?-->\n/g
const root = fileURLToPath(new URL('../..', import.meta.url))

interface Options {
  define: Record<string, string>
  target: string[]
}

export function writtenOut({ define, target }: Options): Plugin {
  async function written(file: string, language: string | undefined): Promise<string> {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'iife',
      minify: true,
      charset: 'utf8',
      define,
      target: language ?? target,
      // Safari 14 errs in one rare form of it, for which esbuild gives it up; what Vite builds has it too.
      supported: { destructuring: true },
    })
    // What ends the element would end the script.
    return `<script>${outputFiles[0]!.text.trim().replaceAll('</', '<\\/')}</script>`
  }
  return {
    name: 'voltdesk-written-out',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const scripts = new Map<string, string>()
        for (const [, file = '', language] of html.matchAll(PLACE)) scripts.set(file, await written(file, language))
        // What is remarked here is for people.
        return html.replace(PLACE, (_, file: string) => scripts.get(file)!).replace(REMARK, '')
      },
    },
  }
}
