import type { Settings } from './kernel/settings.ts'

interface Account {
  role: string
  username: string
  password: string
}

/** Columns in a terminal: a Chinese sign takes two. */
const width = (text: string) => [...text].reduce((sum, sign) => sum + (/[⺀-￦]/.test(sign) ? 2 : 1), 0)
const padded = (text: string, to: number) => text + ' '.repeat(Math.max(0, to - width(text)))

/** What a person reads after `npm start`: where, and who they may sign in as. */
export function welcome(settings: Settings, port: number, accounts: readonly Account[]): string {
  const lines = ['', `${settings.platformName} 已启动`, `地址：${settings.publicUrl ?? `http://localhost:${port}`}`]
  if (!settings.production) lines.push(`接口说明：http://localhost:${port}/jeecg-boot/doc.html`)
  if (accounts.length) {
    const rows = [['角色', '账号', '密码'], ...accounts.map((one) => [one.role, one.username, one.password])]
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => width(row[column]!))) + 2)
    lines.push(
      '',
      ...rows.map((row) =>
        row
          .map((cell, column) => padded(cell, widths[column]!))
          .join('')
          .trimEnd(),
      ),
    )
  }
  if (accounts.length && settings.demo)
    lines.push('', '以上为演示账号。正式使用请换一个空的 DATA_DIR 或数据库，并设置 DEMO=0 和 ADMIN_PASSWORD。')
  return `${lines.join('\n')}\n\n`
}
