/** Callbacks as WeCom and DingTalk publish them, and as packages of others seal and open them. */
import { decrypt, encrypt, getJsApiSignature, getSignature } from '@wecom/crypto'
import DingTalkEncryptor from 'dingtalk-encrypt'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unsealed } from '../../server/chat/callbacks.ts'
import { element } from '../../server/chat/wecom/callbacks.ts'
import { signatureOf as pageSignature, signPage } from '../../server/chat/page-signature.ts'
import { open, seal, signatureFits, signatureOf } from '../../server/chat/sealed.ts'
import { Refusal } from '../../server/kernel/errors.ts'
import { emptyApp, type EmptyApp } from '../empty-app.ts'

/** Sample of WeCom's WXBizMsgCrypt library, both of its requests. */
const wecom = {
  token: 'QDG6eK',
  aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  corpId: 'wx5823bf96d3bd56c7',
  echo: {
    query: {
      msg_signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
      timestamp: '1409659589',
      nonce: '263014780',
      echostr: 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
    },
    plain: '1616140317555161061',
  },
  message: {
    query: {
      msg_signature: '477715d11cdb4164915debcba66cb864d751f3e6',
      timestamp: '1409659813',
      nonce: '1372623149',
    },
    sealed:
      'RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDYA5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==',
    says: { FromUserName: 'mycreate', MsgType: 'text', Content: 'hello', AgentID: '218', CreateTime: '1409659813' },
  },
}

/** DingTalk's own debugging sample, of its documentation for callbacks. */
const dingtalk = {
  token: '123456',
  aesKey: '4g5j64qlyl3zvetqxz5jiocdr586fn2zvjpa8zls3ij',
  receiver: 'suite4xxxxxxxxxxxxxxx',
  query: { signature: '5a65ceeef9aab2d149439f82dc191dd6c5cbe2c0', timestamp: '1445827045067', nonce: 'nEXhMP4r' },
  sealed:
    '1a3NBxmCFwkCJvfoQ7WhJHB+iX3qHPsc9JbaDznE1i03peOk1LaOQoRz3+nlyGNhwmwJ3vDMG+OzrHMeiZI7gTRWVdUBmfxjZ8Ej23JVYa9VrYeJ5as7XM/ZpulX8NEQis44w53h1qAgnC3PRzM7Zc/D6Ibr0rgUathB6zRHP8PYrfgnNOS9PhSBdHlegK+AGGanfwjXuQ9+0pZcy0w9lQ==',
  says: '{"EventType":"check_create_suite_url","Random":"LPIdSnlF","TestSuiteKey":"suite4xxxxxxxxxxxxxxx"}',
}

/** The sample in DingTalk's library for callbacks (DingCallbackCrypto3.py). */
const dingtalkLibrary = {
  token: 'mryue',
  aesKey: 'Yue0EfdN5900c1ce5cf6A152c63DDe1808a60c5ecd7',
  receiver: 'ding6ccabc44d2c8d38b',
  query: { signature: '03044561471240d4a14bb09372dfcfd4fd0e40cb', timestamp: '1608001896814', nonce: 'WL4PK6yA' },
  sealed:
    '0vJiX6vliEpwG3U45CtXqi+m8PXbQRARJ8p8BbDuD1EMTDf0jKpQ79QS93qEk7XHpP6u+oTTrd15NRPvNvmBKyDCYxxOK+HZeKju4yhELOFchzNukR+t8SB/qk4ROMu3',
  says: '{"EventType":"check_url"}',
}

const texts = ['success', '', '中文 😀 <xml>&amp;</xml>', 'x'.repeat(11), 'x'.repeat(12), '长'.repeat(5_000)]

describe('a sealed text', () => {
  it('of WeCom’s sample says what WeCom says it does', () => {
    const { echo, message } = wecom
    expect(open(wecom, echo.query.echostr)).toEqual({ message: echo.plain, receiver: wecom.corpId })
    const opened = open(wecom, message.sealed)!
    expect(opened.receiver).toBe(wecom.corpId)
    for (const [name, text] of Object.entries(message.says)) expect(element(opened.message, name)).toBe(text)
  })

  it.each([dingtalk, dingtalkLibrary])('of a sample of DingTalk says $says', (sample) => {
    expect(open(sample, sample.sealed)).toEqual({ message: sample.says, receiver: sample.receiver })
    const { signature, timestamp, nonce } = sample.query
    expect(signatureFits(signature, sample.token, timestamp, nonce, sample.sealed)).toBe(true)
    expect(signatureFits(signature, sample.token, timestamp, nonce, `${sample.sealed}x`)).toBe(false)
  })

  it.each(texts)('is opened by WeCom’s package when we sealed it, and by us when it did (%#)', (text) => {
    const { message, id } = decrypt(wecom.aesKey, seal(wecom, text, wecom.corpId))
    expect({ message, id }).toEqual({ message: text, id: wecom.corpId })
    expect(open(wecom, encrypt(wecom.aesKey, text, wecom.corpId))).toEqual({ message: text, receiver: wecom.corpId })
  })

  // That package writes other signs than ASCII in its own way.
  it.each(texts.filter((text) => /^\w*$/.test(text)))('goes both ways with DingTalk’s package too (%#)', (text) => {
    const other = new DingTalkEncryptor(dingtalk.token, dingtalk.aesKey, dingtalk.receiver)
    const made = other.getEncryptedMap(text, Date.now(), 'nonce')
    expect(open(dingtalk, made.encrypt)).toEqual({ message: text, receiver: dingtalk.receiver })
    expect(signatureOf(dingtalk.token, made.timeStamp, made.nonce, made.encrypt)).toBe(made.msg_signature)
    const sealed = seal(dingtalk, text, dingtalk.receiver)
    const signature = signatureOf(dingtalk.token, '1', 'n', sealed)
    expect(other.getDecryptMsg(signature, '1', 'n', sealed)).toBe(text)
    expect(getSignature(dingtalk.token, '1', 'n', sealed)).toBe(signature)
  })
})

describe('the signature of a page', () => {
  const url = 'https://volt.example/rental/order?id=1&name=中文'

  it('is the one of WeCom’s package', () => {
    const now = new Date()
    const made = signPage('sha1', 'ticket', `${url}#top`, now)
    expect(made).toEqual(
      getJsApiSignature({ url, ticket: 'ticket', nonceStr: made.nonceStr, timestamp: made.timestamp }),
    )
    expect(made.timestamp).toBe(Math.floor(now.getTime() / 1000))
  })

  it('fits the samples of both documentations', () => {
    expect(
      pageSignature('sha1', 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg', {
        nonceStr: 'Wm3WZYTPz0wzccnW',
        timestamp: '1414587457',
        url: 'http://mp.weixin.qq.com?params=value',
      }),
    ).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
    expect(
      pageSignature('sha1', 'raj3X1Z2OIYqxuQ29WVK1uvhIvrsXC4qPwYE1KQ174zx7MfhX2qHKdtFE2XdUxbdp1WfoctcNCmBfbfYEJj5um', {
        nonceStr: 'abcdefg',
        timestamp: '1440678945',
        url: 'http://调用jsapi页面',
      }),
    ).toBe('750d0719eeb810f6fa12b04d87d0d7789c4bc64f')
  })
})

describe('the time of a callback', () => {
  const at = 1_780_000_000_000
  const heard = (timestamp: string) => {
    const sealed = encrypt(wecom.aesKey, 'text', wecom.corpId)
    const stamp = { msg_signature: getSignature(wecom.token, timestamp, 'n', sealed), timestamp, nonce: 'n' }
    const reading = { receivers: [wecom.corpId], now: new Date(at), log: () => undefined }
    try {
      return unsealed(wecom, stamp, sealed, reading)
    } catch (error) {
      if (error instanceof Refusal) return error.status
      throw error
    }
  }

  it.each([
    ['now', 0, 'text'],
    ['four minutes old', -240, 'text'],
    ['four minutes ahead, by a clock that is fast', 240, 'text'],
    ['six minutes old', -360, 403],
    ['six minutes ahead', 360, 403],
  ])('%s is judged alike in seconds, as WeCom writes it, and in milliseconds, as DingTalk does', (_, off, answer) => {
    const seconds = at / 1000 + off
    expect(heard(String(seconds))).toBe(answer)
    expect(heard(String(seconds * 1000))).toBe(answer)
  })
})

describe('the server', () => {
  let test: EmptyApp
  beforeAll(async () => {
    test = await emptyApp({
      env: {
        WECOM_CORP_ID: wecom.corpId,
        WECOM_AGENT_ID: '218',
        WECOM_SECRET: 'secret',
        WECOM_TOKEN: wecom.token,
        WECOM_AES_KEY: wecom.aesKey,
        DINGTALK_CORP_ID: 'dingcorp',
        DINGTALK_CLIENT_ID: dingtalk.receiver,
        DINGTALK_CLIENT_SECRET: 'secret',
        DINGTALK_AGENT_ID: '1',
        DINGTALK_TOKEN: dingtalk.token,
        DINGTALK_AES_KEY: dingtalk.aesKey,
      },
    })
  })
  afterAll(() => test?.close())

  /** The clock of the server stands where the sample was made, so many seconds later. */
  const standAt = (instant: number, later = 0) => test.clock.pass((instant - test.clock.now().getTime()) / 1000 + later)
  const path = (chat: string, query: Record<string, string>) =>
    `/sys/chat/${chat}/callback?${new URLSearchParams(query).toString()}`

  it('proves its address to WeCom’s sample, in its time', async () => {
    const { query, plain } = wecom.echo
    standAt(Number(query.timestamp) * 1000)
    expect((await test.call('GET', path('wecom', query))).text).toBe(plain)
    standAt(Number(query.timestamp) * 1000, 301)
    expect((await test.call('GET', path('wecom', query))).status).toBe(403)
  })

  it('takes the event of WeCom’s sample', async () => {
    const { query, sealed } = wecom.message
    const body = `<xml><ToUserName><![CDATA[${wecom.corpId}]]></ToUserName><Encrypt><![CDATA[${sealed}]]></Encrypt><AgentID><![CDATA[218]]></AgentID></xml>`
    const send = () =>
      test.call('POST', path('wecom', query), { body, headers: { 'content-type': 'text/xml; charset=utf-8' } })
    standAt(Number(query.timestamp) * 1000)
    expect(await send()).toMatchObject({ status: 200, text: '' })
    standAt(Number(query.timestamp) * 1000, -301)
    expect((await send()).status).toBe(403)
  })

  it('answers DingTalk’s sample, in its time, with a success that DingTalk’s package opens', async () => {
    const { query, sealed } = dingtalk
    const send = () => test.call('POST', path('dingtalk', query), { body: { encrypt: sealed } })
    standAt(Number(query.timestamp))
    const answer = await send()
    expect(answer.status).toBe(200)
    const { msg_signature, timeStamp, nonce, encrypt: success } = JSON.parse(answer.text) as Record<string, string>
    const other = new DingTalkEncryptor(dingtalk.token, dingtalk.aesKey, dingtalk.receiver)
    expect(other.getDecryptMsg(msg_signature!, timeStamp!, nonce!, success!)).toBe('success')
    expect(Math.abs(Number(timeStamp) - Number(query.timestamp))).toBeLessThan(60_000)
    for (const later of [301, -301]) {
      standAt(Number(query.timestamp), later)
      expect((await send()).status).toBe(403)
    }
  })
})

it('reads an element of WeCom’s XML as a parser of XML does', () => {
  const parser = new XMLParser({ parseTagValue: false, trimValues: false })
  const xml = [
    '<xml><ToUserName><![CDATA[ww1]]></ToUserName><Event><![CDATA[template_card_event]]></Event>',
    '<CreateTime>1640000000</CreateTime><EventKey><![CDATA[a&b <c> ]]></EventKey><TaskId><![CDATA[任务@1]]></TaskId>',
    '<SelectedItems><SelectedItem><QuestionKey><![CDATA[q]]></QuestionKey></SelectedItem></SelectedItems></xml>',
  ].join('\n')
  const parsed = parser.parse(xml) as { xml: Record<string, string> }
  for (const name of ['ToUserName', 'Event', 'CreateTime', 'EventKey', 'TaskId', 'Missing'])
    expect(element(xml, name)).toBe(parsed.xml[name])
})
