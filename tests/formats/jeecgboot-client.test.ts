/** What JeecgBoot's own clients send: their signatures as they compute them, their passwords as they encrypt them. */
import axios from 'axios'
import CryptoJS from 'crypto-js'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import md5ByPackage from 'md5'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5 } from '#headless/connection/md5.ts'
import { signaturePayload } from '#model/signature.ts'
import { verifySignature } from '../../server/http/signature.ts'
import { hashPassword, setPassword } from '../../server/people/password.ts'
import { emptyApp, makePerson, type EmptyApp } from '../empty-app.ts'

interface Sample {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  params?: Record<string, unknown>
  body?: Record<string, unknown>
  sign: string
}

/** The secret JeecgBoot ships. */
const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'

/**
 * Computed by the clients' own signMd5Utils.js, with the secret above: jeecgboot-vue3 3.9 and ant-design-vue-jeecg 3.3.0
 * answer alike, but for `true` and `false`, which the older one does not make texts of; those are the newer one's.
 */
const samples: readonly Sample[] = [
  {
    method: 'GET',
    url: '/sys/dict/getDictItems/sex',
    params: { _t: 1780000000 },
    sign: 'E19D6243CB1945AB4F7202A1B00F77D5',
  },
  {
    method: 'GET',
    url: '/sys/dict/loadDict/sys_user,realname,username',
    params: { keyword: '', pageSize: 10, _t: 1780000000 },
    sign: '8410B4A7F7B891B7CC12ECDE4BC885D6',
  },
  {
    method: 'GET',
    url: '/sys/dict/loadDict/sys_user,realname,username',
    params: { keyword: '张 三&李=四+1', pageSize: 10, pageNo: 1 },
    sign: '96B4CA4F6AF5462A1C47C9CA061763CB',
  },
  {
    method: 'GET',
    url: "/sys/dict/getDictItems/sys_user,realname,id,username!='admin'%20order%20by%20create_time",
    params: {},
    sign: 'E413D8C6BB5698080F6DBF79DB8A2E0F',
  },
  {
    method: 'GET',
    url: '/sys/dict/loadDictItem/%E5%90%8D%E7%A7%B0,realname,username',
    params: { key: 'a,b', delNotExist: true },
    sign: 'E51C62BEFEEB8B597CF5F5595E76D164',
  },
  {
    method: 'GET',
    url: '/sys/dict/loadTreeData?pid=0&pidField=parent_id',
    params: { tableName: 'sys_depart', text: 'depart_name', code: 'id', hasChildField: '', converIsLeafVal: 1 },
    sign: '2A0A648781E0E5F4DEBE9A7EE89C422D',
  },
  {
    method: 'GET',
    url: '/sys/x',
    params: { 10: 'ten', 9: 'nine', b: 'B', a: 'a', B: 'b', é: 'é', 中: '文' },
    sign: '624F857479F6DB16D236523975E52114',
  },
  {
    method: 'GET',
    url: '/sys/x',
    params: { q: '"引号" \\ \u2028 😀', n: -1.5, big: 9007199254740991, f: 1e21 },
    sign: 'FFA474D31BC478439440856BC973E5DE',
  },
  {
    method: 'POST',
    url: '/sys/sms',
    body: { mobile: '13800138000', smsmode: '0' },
    sign: 'D491CB76E198C6D71B5F4BFA882EA7E2',
  },
  {
    method: 'POST',
    url: '/sys/x?tenant=1',
    body: { ids: ['1', '2'], nested: { b: 2, a: [1, { z: null, y: true }] }, n: 0, flag: false, text: '中文' },
    sign: '5F7EACA6D6C72CDE347F27888525A3E6',
  },
  {
    method: 'PUT',
    url: '/sys/x',
    params: { force: true },
    body: { status: 1, list: [] },
    sign: 'E5D6E42AB8A7C2EA2CAB8B4AFE429204',
  },
]

describe('a signature of JeecgBoot’s clients', () => {
  let server: FastifyInstance
  beforeAll(async () => {
    server = Fastify()
    server.all('/jeecg-boot/*', (request) => {
      verifySignature(request, ['another', SECRET], Date.now())
      return 'fits'
    })
    await server.ready()
  })
  afterAll(() => server.close())

  const answer = async ({ method, url, params, body, sign }: Sample) =>
    (
      await server.inject({
        method,
        url: axios.getUri({ url: `/jeecg-boot${url}`, params }),
        headers: { 'x-sign': sign, 'x-timestamp': String(Date.now()) },
        ...(body && { payload: body }),
      })
    ).body

  it.each(samples)('fits $method $url as axios sends it', async (sample) => {
    expect(await answer(sample)).toBe('fits')
    const last = sample.sign.endsWith('0') ? '1' : '0'
    expect(await answer({ ...sample, sign: sample.sign.slice(0, -1) + last })).toContain('Sign签名校验失败！')
  })

  it.each(samples)('is what our own client computes for $method $url', ({ url, params, body, sign }) => {
    expect(md5(signaturePayload(url, { ...params, ...body }, SECRET)).toUpperCase()).toBe(sign)
  })
})

it('hashes every text as the package of those clients does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(md5(text)).toBe(md5ByPackage(text))
    }),
    { seed: 1, numRuns: 300 },
  )
})

describe('a password sent by JeecgBoot’s clients', () => {
  let test: EmptyApp
  beforeAll(async () => {
    test = await emptyApp()
  })
  afterAll(() => test?.close())

  /** jeecgboot-vue3 3.9 has key and address of the beginning in its source, older clients ask for them. */
  const given = async () => {
    const { result } = await test.call('GET', `/sys/getEncryptedString?_t=${Date.now()}`)
    expect(result).toEqual({ key: '1234567890adbcde', iv: '1234567890hjlkew' })
    return result as { key: string; iv: string }
  }
  const encrypted = (password: string, { key, iv }: { key: string; iv: string }, padding: typeof CryptoJS.pad.Pkcs7) =>
    CryptoJS.AES.encrypt(password, CryptoJS.enc.Utf8.parse(key), {
      iv: CryptoJS.enc.Utf8.parse(iv),
      mode: CryptoJS.mode.CBC,
      padding,
    }).toString()

  const login = (username: string, password: string) =>
    test.call('POST', '/sys/login', { body: { username, password, captcha: '', checkKey: Date.now() } })

  it.each([
    ['an ordinary one', 'Volt#2026'],
    ['one that fills a block', 'sixteen-letters!'],
    ['one with Chinese and blanks', ' 密码 很长 '.repeat(3)],
    ['one that looks encrypted', '0123456789abcdefABCDEF=='],
    ['one that looks like several blocks', 'A'.repeat(64)],
    ['the longest one', `${'长'.repeat(80)}1a#`],
  ])('signs in %s, encrypted as the newest client does, as older ones do, and plain', async (_, password) => {
    const { id, username } = await makePerson(test)
    const hash = await hashPassword(password)
    await test.services.db.transaction((tx) => setPassword(tx, id, hash, 'owner'))
    const key = await given()
    const sent = {
      newest: encrypted(password, key, CryptoJS.pad.Pkcs7),
      older: encrypted(password, key, CryptoJS.pad.ZeroPadding),
      plain: password,
    }
    for (const [how, text] of Object.entries(sent))
      expect(await login(username, text), how).toMatchObject({ success: true, message: '登录成功' })
  })

  it('that is wrong is refused and counted once, however it was sent', async () => {
    const { username } = await makePerson(test)
    const key = await given()
    const wrong = encrypted('Wrong#2026', key, CryptoJS.pad.Pkcs7)
    for (const text of [wrong, encrypted('Wrong#2026', key, CryptoJS.pad.ZeroPadding)])
      expect(await login(username, text)).toMatchObject({ success: false, message: '用户名或密码错误' })
    expect(await login('nobody', wrong)).toMatchObject({ success: false, message: '用户名或密码错误' })
    // Two failures ask for no captcha yet; four would.
    expect(await login(username, encrypted('Volt#2026', key, CryptoJS.pad.Pkcs7))).toMatchObject({ success: true })
  })
})
