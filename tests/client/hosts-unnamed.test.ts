import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chats } from '#model/chats.ts'

const root = fileURLToPath(new URL('../../src/', import.meta.url))
/** Who lives in a chat client, and who signs in through one. */
const MAY = ['adaptive/', 'oauth2/']
/**
 * Names of chats are data: a dictionary's texts, the columns of a definition, an environment's settings. These rooms hold
 * data and no behaviour.
 */
const DATA = ['resources/', 'model/']

const NAMES = /wxwork|wecom|wechat|dingtalk|企业微信|钉钉|micromessenger|weixinjsbridge/i
const AGENT = /navigator\.userAgent|\.name === '(?:browser|wecom|dingtalk)'|host\.name\b/

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !MAY.some((room) => name.startsWith(room)))

/** Comments speak of hosts freely: they explain, and decide nothing. */
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
const linesWith = (pattern: RegExp, name: string) =>
  withoutComments(readFileSync(root + name, 'utf8'))
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => `${name}: ${line.trim()}`)

test('the reading finds what it looks for', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(NAMES.test("if (host === 'wecom')")).toBe(true)
  expect(AGENT.test('/x/.test(navigator.userAgent)')).toBe(true)
  expect(withoutComments('a // wecom\n/** dingtalk */ b')).not.toMatch(NAMES)
})

test('no screen names a host', () => {
  const asked = files.filter((name) => !DATA.some((room) => name.startsWith(room)))
  const named = asked.flatMap((name) => linesWith(NAMES, name))
  expect(named).toEqual([])
})

test('no screen asks which host or browser it is in', () => {
  expect(files.flatMap((name) => linesWith(AGENT, name))).toEqual([])
})

/** Each chat has its own folder and file; the two tables of contents list them. */
const OWN = /^(?:server\/chat\/(?:wecom|dingtalk)\/|server\/chat\/chats\.ts|src\/adaptive\/(?:wecom|dingtalk|index))/
const NAMED = new RegExp(chats.flatMap(({ name, label, source }) => [name, label, source]).join('|'), 'i')

test('on the server, and in what signs in, nothing but its own folder names a chat', () => {
  const rooms = ['server/', 'src/adaptive/', 'src/oauth2/']
  const all = rooms.flatMap((room) =>
    readdirSync(`${root}../${room}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => room + name.replaceAll('\\', '/')),
  )
  expect(all.filter((name) => OWN.test(name)).length).toBeGreaterThan(15)
  expect(all.filter((name) => !OWN.test(name)).flatMap((name) => linesWith(NAMED, `../${name}`))).toEqual([])
})
