/** Node built-ins only: this runs before anything is installed. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

export function checkNode() {
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `\n需要 Node.js 20.19 或更新的版本，当前是 ${process.versions.node}。请到 https://nodejs.org 下载安装。\n`,
  )
  process.exit(1)
}
