/** What `docs/contract.md` says of addresses is what the product serves. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { capabilities, type Capability } from '#model/capabilities.ts'
import { addressKey, contractAddresses } from '../../scripts/contract/addresses.ts'
import { addressesSection, BEGIN, compare, END } from '../../scripts/contract/section.ts'
import { methodsOf } from '../../server/http/register.ts'
import { productRoutes } from '../../server/routes.ts'

const served = productRoutes().map((route) => ({ methods: methodsOf(route), path: route.path }))

it('has the section that npm run contract makes', () => {
  const page = readFileSync('docs/contract.md', 'utf8')
  const section = page.slice(page.indexOf(BEGIN), page.indexOf(END) + END.length)
  expect(section, 'npm run contract').toBe(addressesSection(served))
})

it('names every address once', () => {
  const keys = contractAddresses.flatMap(({ methods, path }) => methods.map((method) => addressKey(method, path)))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

it('refuses an address that went away and nobody says why, and one that came and is said to be absent', () => {
  const without = (path: string) => served.filter((one) => one.path !== path)
  expect(() => compare(without('/sys/dict/refleshCache'))).toThrow('/sys/dict/refleshCache is not served')
  expect(() => compare([...served, { methods: ['GET'], path: '/sys/dict/treeList' }])).toThrow(
    '/sys/dict/treeList is served',
  )
})

/** What a client that reads the name relies on: addresses, or what is said elsewhere. */
const STANDS_FOR: Record<Capability, RegExp | 'not an address'> = {
  challenge: /^GET \/sys\/challenge$/,
  once: 'not an address',
  versions: 'not an address',
  drafts: /^GET \/sys\/draft\/one$/,
  preferences: /^PUT \/sys\/listColumns\/save$/,
  tasks: /^GET \/sys\/task\/list$/,
  exportTask: /^POST \/sys\/user\/exportTask$/,
  dryRun: 'not an address',
  byQuery: /^POST \/rental\/\w+\/deleteByQuery$/,
  options: /^GET \/sys\/role\/options$/,
  tree: /^GET \/sys\/permission\/rootList$/,
  related: /^GET \/sys\/sysDepart\/related$/,
  following: /^POST \/sys\/followed\/add$/,
  why: /^POST \/sys\/permission\/why$/,
  savedQueries: /^GET \/sys\/savedQuery\/list$/,
  figures: /^GET \/rental\/figures\/:dashboard$/,
  todo: /^GET \/sys\/todo\/list$/,
  shortcuts: /^GET \/sys\/shortcut\/mine$/,
  sessions: /^GET \/sys\/user\/login\/setting\/sessions$/,
  notices: /^GET \/sys\/notify\/preferences$/,
  viewAs: /^POST \/sys\/user\/viewAs$/,
  exchange: /^POST \/sys\/thirdLogin\/exchange$/,
}

it.each(capabilities)('what it says it is capable of is there: %s', (capability) => {
  const stands = STANDS_FOR[capability]
  if (stands === 'not an address') return
  const keys = served.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
  expect(keys.filter((key) => stands.test(key))).not.toEqual([])
})
