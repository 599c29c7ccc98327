/** N11: a data source of MySQL, and servers that mean no good. Against a pretend server; a real one is in `tests/mysql`. */
import type { AddressInfo, Server } from 'node:net'
import { createServer, type Connection } from 'mysql2'
import { afterEach, describe, expect, it } from 'vitest'
import { connected } from '../../server/system/data-sources/connect.ts'
import { mysql } from '../../server/system/data-sources/mysql/index.ts'
import type { Answer, Connection as Asked } from '../../server/system/data-sources/dialect.ts'

const SECRET = 'Geheim#2026'

/** What `mysql2` gives a server besides its published types. */
interface Served extends Pick<Connection, 'on'> {
  serverHandshake(asked: Record<string, unknown>): void
  writeOk(): void
  writeError(error: { message: string; code: number }): void
  writeColumns(columns: readonly object[]): void
  writeTextRow(row: readonly unknown[]): void
  writeEof(warnings?: number, status?: number): void
  stream: { write(bytes: Buffer): void; destroy(): void }
  sequenceId: number
  clientHelloReply?: { user: string; authToken: Buffer }
}

const VAR_STRING = 253
const LONGLONG = 8
const UTF8 = 45
const MORE_RESULTS = 8
const column = (name: string, columnType = VAR_STRING) => ({
  ...{ catalog: 'def', schema: '', table: '', orgTable: '', name, orgName: name },
  ...{ characterSet: UTF8, columnLength: 400, columnType, flags: 0, decimals: 0 },
})

/** Any packet, for what the driver does not say of its own accord. */
function packet(to: Served, body: Buffer): void {
  to.stream.write(Buffer.from([body.length & 255, (body.length >> 8) & 255, body.length >> 16, to.sequenceId]))
  to.sequenceId += 1
  to.stream.write(body)
}

function rows(to: Served, name: string, values: readonly unknown[], status?: number, type = VAR_STRING): void {
  to.writeColumns([column(name, type)])
  for (const value of values) to.writeTextRow([value])
  to.writeEof(0, status)
}

const HELLO = {
  ...{ protocolVersion: 10, serverVersion: '8.4.2', connectionId: 7, statusFlags: 2, characterSet: UTF8 },
  capabilityFlags: 0xffffff ^ 0x800,
}

/** What people do to whoever connects: nothing but what a server does, if nothing is said. */
interface Manners {
  /** Instead of the handshake. */
  greet?: (to: Served) => void
  authorise?: (to: Served) => { message: string; code: number } | undefined
  /** Of its own; true: nothing else is answered. */
  answer?: (to: Served, sql: string) => boolean
}

const open: Server[] = []
const clients: Served[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.stream.destroy()
  for (const server of open.splice(0)) server.close()
})

/** A server on a spare port; answers what a source of it is called by. */
async function pretend({ greet, authorise, answer }: Manners) {
  const heard: string[] = []
  const server = createServer((connection) => {
    const to = connection as unknown as Served
    clients.push(to)
    to.on('error', () => undefined)
    if (greet) return greet(to)
    const said = (sql: string) => {
      heard.push(sql)
      reply(sql)
      // Packets are counted anew with each command; the driver's own server leaves that to whoever answers.
      to.sequenceId = 0
    }
    const reply = (sql: string) => {
      if (answer?.(to, sql)) return
      if (/^select version/.test(sql)) return rows(to, 'v', ['8.4.2-pretend'])
      if (/^select database/.test(sql)) return rows(to, 'd', ['shop'])
      if (/^show grants/.test(sql)) return rows(to, 'g', ['GRANT SELECT ON `shop`.* TO `r`@`%`'])
      if (/^select current_role/.test(sql)) return rows(to, 'r', ['NONE'])
      to.writeOk()
    }
    to.on('query', said)
    // `set` is heard as this by the driver's own server.
    to.on('stmt_prepare', said)
    to.serverHandshake({
      ...HELLO,
      authCallback(_: unknown, done: (error: null, problem?: object) => void) {
        const problem = authorise?.(to)
        if (problem === HELD) return
        done(null, problem)
        to.sequenceId = 0
      },
    })
  })
  const listening = (server as unknown as { _server: Server })._server
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve))
  open.push(listening)
  return { port: (listening.address() as AddressInfo).port, heard }
}
/** Nothing is said yet. */
const HELD = { message: '', code: 0 }

const services = {
  settings: { dataSourceHosts: ['bi-db.example.cn'], timeZone: 'Asia/Shanghai' },
  reach: { addressesOf: async () => ['127.0.0.1'], isForbidden: () => false },
} as unknown as Parameters<typeof connected>[0]

function visit<T>(port: number, work: (connection: Asked) => Promise<T>, more = {}, limitMs = 100): Promise<T> {
  const access = {
    ...{ dbUrl: `jdbc:mysql://bi-db.example.cn:${port}/shop`, dbName: null, dbUsername: 'r', password: SECRET },
    ...more,
  }
  return connected(services, access, limitMs, work)
}
const version = async (connection: Asked): Promise<Answer> => connection.say('select version()')

describe('a data source of MySQL', () => {
  it('says what it is, that it only reads, and sets its limits before anything else', async () => {
    const { port, heard } = await pretend({})
    expect(await visit(port, mysql.tried)).toEqual({ version: '8.4.2-pretend', writes: false })
    expect(heard[0]).toBe('set names utf8mb4')
    expect(heard[2]).toMatch(/^set session sql_mode = .*max_execution_time = 100.*transaction_read_only = 1/)
    expect(heard[2]).not.toMatch(/ANSI_QUOTES|NO_BACKSLASH_ESCAPES|PIPES_AS_CONCAT/)
    expect(heard[3]).toBe("set session time_zone = 'Asia/Shanghai'")
    await visit(port, (connection) => mysql.begin(connection, 100))
    expect(heard).toContain('start transaction read only')
  })

  it('a server without names of time zones is told the hours', async () => {
    const { port, heard } = await pretend({
      answer(to, sql) {
        const unknown = sql.includes("'Asia/Shanghai'")
        if (unknown) to.writeError({ message: "Unknown or incorrect time zone: 'Asia/Shanghai'", code: 1298 })
        return unknown
      },
    })
    await visit(port, version)
    expect(heard).toContain("set session time_zone = '+08:00'")
  })

  it('what a role gives counts as well', async () => {
    const { port } = await pretend({
      answer(to, sql) {
        if (/^select current_role/.test(sql)) rows(to, 'r', ['`editors`@`%`'])
        else if (sql === 'show grants for current_user() using `editors`@`%`')
          rows(to, 'g', ['GRANT INSERT ON `shop`.* TO `r`@`%`'])
        else return false
        return true
      },
    })
    expect(await visit(port, mysql.tried)).toMatchObject({ writes: true })
  })

  it('a wrong password', async () => {
    const { port } = await pretend({
      authorise: () => ({ message: `Access denied for user 'r' (using password: ${SECRET})`, code: 1045 }),
    })
    const met = visit(port, version)
    await expect(met).rejects.toThrow('用户名或密码不正确')
    await expect(met).rejects.not.toThrow(SECRET)
  })

  it.each([
    [1049, '数据库不存在'],
    [1044, '没有访问这个数据库的权限'],
    [1040, '连接已满'],
    [1130, '不允许从本服务器连接'],
  ])('what the server says, as a sentence: %s', async (code, sentence) => {
    const { port } = await pretend({ authorise: () => ({ message: 'no', code }) })
    await expect(visit(port, version)).rejects.toThrow(sentence)
  })

  it('silence instead of a greeting ends at the limit', async () => {
    const { port } = await pretend({ greet: () => undefined })
    await expect(visit(port, version)).rejects.toThrow('5 秒内没有连上')
  })

  it('silence instead of an answer ends at the limit', async () => {
    const { port } = await pretend({ answer: (_, sql) => sql === 'select slow' })
    await expect(
      visit(port, (connection) =>
        connection.say('select slow').catch((error: unknown) => {
          throw mysql.named(error, 100)
        }),
      ),
    ).rejects.toThrow('查询超过 0.1 秒')
  })

  it('a greeting that is none', async () => {
    const { port } = await pretend({ greet: (to) => packet(to, Buffer.from('HTTP/1.1 400 Bad Request')) })
    await expect(visit(port, version)).rejects.toThrow('连接失败')
  })

  it('encryption that is asked for and not there', async () => {
    const { port } = await pretend({})
    const access = { dbUrl: `jdbc:mysql://bi-db.example.cn:${port}/shop?sslMode=REQUIRED` }
    await expect(visit(port, version, access)).rejects.toThrow('不支持加密连接')
  })

  const LOCAL_FILE = Buffer.concat([Buffer.from([0xfb]), Buffer.from('/etc/passwd')])
  it.each(['select version()', 'select stolen', 'set session'])(
    'bad input: a server that asks for a file of ours in answer to %s gets nothing',
    async (asked) => {
      const sent: Buffer[] = []
      const { port } = await pretend({
        answer(to, sql) {
          if (!sql.startsWith(asked)) return false
          ;(to.stream as unknown as Server).on('data', (bytes: Buffer) => sent.push(bytes))
          packet(to, LOCAL_FILE)
          return true
        },
      })
      await expect(visit(port, (connection) => connection.say('select stolen'))).rejects.toThrow(
        '数据源要求读取本服务器上的文件',
      )
      expect(Buffer.concat(sent).toString()).not.toContain('root:')
    },
  )

  it('bad input: two answers to one question', async () => {
    const { port } = await pretend({
      answer(to, sql) {
        if (sql !== 'select one') return false
        rows(to, 'one', ['1'], MORE_RESULTS)
        rows(to, 'two', ['2'])
        return true
      },
    })
    await expect(visit(port, (connection) => connection.say('select one'))).rejects.toThrow('多个结果')
  })

  it('bad input: rows without end are not kept', async () => {
    const { port } = await pretend({
      answer(to, sql) {
        if (sql !== 'select much') return false
        to.writeColumns([column('much')])
        const row = ['x'.repeat(40)]
        for (let at = 0; at < 70_000; at += 1) to.writeTextRow(row)
        to.writeEof()
        return true
      },
    })
    await expect(visit(port, (connection) => connection.say('select much'), {}, 20_000)).rejects.toThrow('60000 行')
  })

  it('bad input: one row without end is not gathered', async () => {
    const { port } = await pretend({
      answer(to, sql) {
        if (sql !== 'select endless') return false
        to.writeColumns([column('endless')])
        // Packets of the greatest length: each says that the row goes on.
        const more = Buffer.alloc(0xffffff, 'x')
        for (let at = 0; at < 12; at += 1) packet(to, more)
        return true
      },
    })
    await expect(visit(port, (connection) => connection.say('select endless'), {}, 20_000)).rejects.toThrow('128 MB')
  })

  const switchTo = (plugin: string) => (to: Served) => {
    packet(to, Buffer.from(`\xfe${plugin}\0`, 'latin1'))
    return HELD
  }
  it('bad input: a server that wants the password as it is does not get it', async () => {
    const heard: Buffer[] = []
    const { port } = await pretend({
      authorise(to) {
        ;(to.stream as unknown as Server).on('data', (bytes: Buffer) => heard.push(bytes))
        return switchTo('mysql_clear_password')(to)
      },
    })
    await expect(visit(port, version)).rejects.toThrow('明文发送密码，已拒绝')
    expect(Buffer.concat(heard).toString('latin1')).not.toContain(SECRET)
  })

  it('a way to sign in that nobody knows', async () => {
    const { port } = await pretend({ authorise: switchTo('client_ed25519') })
    await expect(visit(port, version)).rejects.toThrow('认证方式不受支持')
  })

  it('a connection that breaks while it is asked', async () => {
    const { port } = await pretend({
      answer(to, sql) {
        if (sql === 'select broken') to.stream.destroy()
        return sql === 'select broken'
      },
    })
    const met = visit(port, (connection) =>
      connection.say('select broken').catch((error: unknown) => {
        throw mysql.named(error, 100)
      }),
    )
    await expect(met).rejects.toThrow('连接中断')
  })

  it('numbers that are too large for one stay exact', async () => {
    const { port } = await pretend({
      answer(to, sql) {
        if (sql !== 'select big') return false
        rows(to, 'big', ['9007199254740993', '42', null], 2, LONGLONG)
        return true
      },
    })
    const { rows: found } = await visit(port, (connection) => connection.say('select big'))
    expect(found).toEqual([{ big: '9007199254740993' }, { big: 42 }, { big: null }])
  })

  it('the address that was judged is the one that is connected to, and no name is asked for again', async () => {
    const { port } = await pretend({})
    const looked: string[] = []
    const watched = {
      ...services,
      reach: {
        addressesOf: async (host: string) => {
          looked.push(host)
          return ['127.0.0.1']
        },
        isForbidden: () => false,
      },
    }
    const access = {
      dbUrl: `jdbc:mariadb://bi-db.example.cn:${port}/shop`,
      dbName: null,
      dbUsername: 'r',
      password: '',
    }
    await connected(watched, access, 100, version)
    expect(looked).toEqual(['bi-db.example.cn'])
    const forbidden = { ...watched, reach: { ...watched.reach, isForbidden: () => true } }
    await expect(connected(forbidden, access, 100, version)).rejects.toThrow('指向本机')
  })

  it.each(['mysql', 'information_schema', 'performance_schema', 'SYS'])(
    'bad input: the database %s is no source',
    async (dbName) => {
      await expect(visit(1, version, { dbName })).rejects.toThrow('系统库')
    },
  )
  it('bad input: a name does not go on behind its end', async () => {
    await expect(visit(1, version, { dbName: 'mysql\0x' })).rejects.toThrow('控制字符')
  })
})
