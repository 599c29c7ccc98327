/** What goes out to WeCom and DingTalk: settings, signatures, seals, tokens, messages, and how their refusals are read. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  PartlySettled,
  ChatError,
  type Chat,
  type ChatMessage,
  type ChatReceipt,
} from '../../server/kernel/ports/chat.ts'
import { cut, cutToBytes } from '../../server/chat/fitting.ts'
import { signatureOf as pageSignature } from '../../server/chat/page-signature.ts'
import { open, seal, signatureFits, signatureOf } from '../../server/chat/sealed.ts'
import { sharedTokens } from '../../server/chat/tokens.ts'
import { readSettings } from '../../server/settings.ts'
import { emptyApp, type EmptyApp } from '../empty-app.ts'
import { startSimulator, type Simulator } from '../hosts/simulator.ts'
import * as simulated from '../hosts/sealed.ts'
import { oneKind } from '../databases.ts'

const wecom = { WECOM_CORP_ID: 'ww1', WECOM_AGENT_ID: '1000002', WECOM_SECRET: 's' }

describe('the settings of a chat', () => {
  it('are none, or complete', () => {
    expect(readSettings({}).chats.wecom).toBeUndefined()
    expect(readSettings(wecom).chats.wecom).toMatchObject({
      corpId: 'ww1',
      scope: 'snsapi_base',
      apiBase: 'https://qyapi.weixin.qq.com',
      callback: undefined,
    })
  })

  it.each([
    [{ WECOM_CORP_ID: 'ww1' }, '设置 WECOM_AGENT_ID、WECOM_SECRET 缺失：已设置 WECOM_CORP_ID，应一并给出'],
    [{ ...wecom, WECOM_TOKEN: 'abc' }, /^设置 WECOM_AES_KEY 缺失/],
    [{ WECOM_TOKEN: 'abc' }, /^设置 WECOM_CORP_ID、WECOM_AGENT_ID、WECOM_SECRET、WECOM_AES_KEY 缺失/],
    [{ ...wecom, WECOM_AGENT_ID: 'x' }, '设置 WECOM_AGENT_ID 不正确：应为数字'],
    [{ ...wecom, WECOM_TOKEN: 'abc', WECOM_AES_KEY: 'short' }, '设置 WECOM_AES_KEY 不正确：应为 43 位字母和数字'],
    [{ ...wecom, WECOM_SCOPE: 'all' }, /WECOM_SCOPE 不正确/],
    [{ DINGTALK_CLIENT_ID: 'x' }, /DINGTALK_CORP_ID、DINGTALK_CLIENT_SECRET、DINGTALK_AGENT_ID 缺失/],
    [{ DINGTALK_SIGN: 'md5' }, '设置 DINGTALK_SIGN 不正确：应为 sha256 或 sha1'],
    [{ WECOM_API_BASE: 'ftp://x' }, /WECOM_API_BASE 不正确/],
    [{ NODE_ENV: 'production', ...wecom }, /^设置 PUBLIC_URL 缺失/],
    [
      { NODE_ENV: 'production', PUBLIC_URL: 'https://a.cn', ...wecom, WECOM_API_BASE: 'http://127.0.0.1:1' },
      '设置 WECOM_API_BASE 不正确：生产环境只能是 https://qyapi.weixin.qq.com',
    ],
  ] as const)('%j end the start with a sentence', (env, message) => {
    expect(() => readSettings(env)).toThrow(message)
  })
})

describe('signatures and seals', () => {
  it('of a page are those of the official example', () => {
    const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg'
    const page = { nonceStr: 'Wm3WZYTPz0wzccnW', timestamp: 1414587457, url: 'http://mp.weixin.qq.com?params=value' }
    expect(pageSignature('sha1', ticket, page)).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
    expect(pageSignature('sha256', ticket, page)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('open the official example of WeCom', () => {
    const settings = { token: 'QDG6eK', aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C' }
    const sealed = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ=='
    expect(signatureOf(settings.token, '1409659589', '263014780', sealed)).toBe(
      '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
    )
    expect(open(settings, sealed)).toEqual({ message: '1616140317555161061', receiver: 'wx5823bf96d3bd56c7' })
  })

  it('open the official example of DingTalk', () => {
    const settings = { token: '123456', aesKey: '4g5j64qlyl3zvetqxz5jiocdr586fn2zvjpa8zls3ij' }
    const sealed =
      '1a3NBxmCFwkCJvfoQ7WhJHB+iX3qHPsc9JbaDznE1i03peOk1LaOQoRz3+nlyGNhwmwJ3vDMG+OzrHMeiZI7gTRWVdUBmfxjZ8Ej23JVYa9VrYeJ5as7XM/ZpulX8NEQis44w53h1qAgnC3PRzM7Zc/D6Ibr0rgUathB6zRHP8PYrfgnNOS9PhSBdHlegK+AGGanfwjXuQ9+0pZcy0w9lQ=='
    const signature = '5a65ceeef9aab2d149439f82dc191dd6c5cbe2c0'
    expect(signatureFits(signature, settings.token, '1445827045067', 'nEXhMP4r', sealed)).toBe(true)
    expect(signatureFits(signature, settings.token, '1445827045068', 'nEXhMP4r', sealed)).toBe(false)
    expect(open(settings, sealed)).toEqual({
      message: '{"EventType":"check_create_suite_url","Random":"LPIdSnlF","TestSuiteKey":"suite4xxxxxxxxxxxxxxx"}',
      receiver: 'suite4xxxxxxxxxxxxxxx',
    })
  })

  it('go both ways for any length, and nothing else opens', () => {
    const settings = { token: 't', aesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG' }
    for (let length = 0; length < 70; length += 1) {
      const message = '提'.repeat(length)
      expect(open(settings, seal(settings, message, 'corp'))).toEqual({ message, receiver: 'corp' })
      expect(simulated.unseal(settings.aesKey, seal(settings, message, 'corp'))).toEqual({ message, receiver: 'corp' })
    }
    const other = { ...settings, aesKey: [...settings.aesKey].reverse().join('') }
    for (let round = 0; round < 300; round += 1)
      expect(open(other, seal(settings, 'x'.repeat(round), 'corp'))?.receiver).not.toBe('corp')
    for (const broken of ['', 'a', '####', Buffer.alloc(16).toString('base64'), Buffer.alloc(31).toString('base64')])
      expect(open(settings, broken)).toBeUndefined()
  })
})

describe('texts', () => {
  it('are cut by bytes or characters, never through one', () => {
    expect(cutToBytes('提现申请', 12)).toBe('提现申请')
    expect(cutToBytes('提现申请', 11)).toBe('提现…')
    expect(cutToBytes('😀😀😀', 9)).toBe('😀…')
    expect(cut('提现申请单', 4)).toBe('提现申…')
  })
})

const kinds = [await oneKind()]

describe.each(kinds)('on %s', (kind) => {
  let test: EmptyApp
  let sim: Simulator
  beforeAll(async () => {
    sim = await startSimulator()
    test = await emptyApp({ kind, env: { ...sim.settings, PUBLIC_URL: 'https://volt.example' } })
  })
  afterAll(async () => {
    await test?.close()
    await sim?.stop()
  })
  afterEach(() => sim.control.reset())

  const chat = (name: 'wecom' | 'dingtalk'): Chat => test.services.chats.get(name)!
  let count = 0
  const message = (more: Partial<ChatMessage> = {}): ChatMessage => ({
    key: `m${(count += 1)}-${kind}`,
    title: '用户提现待审核',
    summary: `周敏的提现 ${count}`,
    facts: [
      { label: '申请金额', text: '1,200.00 元' },
      { label: '申请人', text: '<b>王五</b>' },
    ],
    path: '/record/userWithdrawal/12',
    ...more,
  })
  const choices = [
    { key: 'approve', label: '通过' },
    { key: 'reject', label: '驳回', danger: true, opens: true },
  ] as const
  const failure = async (work: Promise<unknown>): Promise<ChatError> => {
    try {
      await work
    } catch (error) {
      if (error instanceof ChatError) return error
      throw error
    }
    throw new Error('it did not fail')
  }

  describe('a token', () => {
    it('is fetched once for all who ask at once, on two nodes, and again when it is stale', async () => {
      const nodes = [1, 2].map(() => sharedTokens(test.services.db, () => test.clock.now()))
      let fetched = 0
      const fetch = async () => {
        await new Promise((resolve) => setTimeout(resolve, 200))
        return { value: `v${(fetched += 1)}`, seconds: 7200 }
      }
      const key = `test:${kind}`
      const first = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => nodes[at % 2]!.get(key, fetch)))
      expect([...new Set(first), fetched]).toEqual(['v1', 1])
      const second = await Promise.all([0, 1, 2, 3].map((at) => nodes[at % 2]!.get(key, fetch, 'v1')))
      expect([...new Set(second), fetched]).toEqual(['v2', 2])
      test.clock.pass(7150)
      expect(await nodes[0]!.get(key, fetch)).toBe('v3')
      test.clock.pass(-7150)
    })

    it('leaves the way free when fetching fails', async () => {
      const node = sharedTokens(test.services.db, () => test.clock.now())
      const key = `broken:${kind}`
      await expect(node.get(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      expect(await node.get(key, () => Promise.resolve({ value: 'v', seconds: 10 }))).toBe('v')
    })
  })

  describe('WeCom', () => {
    it('shows a card with buttons where there is something to decide, and settles it once', async () => {
      const sent = await chat('wecom').send(['ops_manager', 'finance'], message({ choices }))
      expect(sent.refused).toEqual([])
      const [shown] = await sim.control.outbox()
      expect(shown).toMatchObject({ chat: 'wecom', to: ['ops_manager', 'finance'], dropped: [] })
      expect(shown!.body).toMatchObject({ msgtype: 'template_card', agentid: Number(sim.world.wecom.agentId) })
      const { template_card: card } = shown!.body
      expect(card.card_action).toEqual({ type: 1, url: 'https://volt.example/record/userWithdrawal/12' })
      expect(card.button_list).toEqual([
        { text: '通过', style: 1, type: 0, key: 'approve' },
        { text: '驳回', style: 3, type: 1, url: 'https://volt.example/record/userWithdrawal/12' },
      ])
      const outcome = { text: '已由 张三 于 10:32 通过', good: true, userIds: ['ops_manager', 'finance'] }
      await chat('wecom').settle(sent.receipt, outcome)
      expect((await sim.control.outbox())[0]!.state).toEqual({
        ops_manager: outcome.text,
        finance: outcome.text,
      })
      expect(await failure(chat('wecom').settle(sent.receipt, outcome))).toMatchObject({ retry: false, code: '40058' })
    })

    it('does not settle a card after 72 hours', async () => {
      const { receipt } = await chat('wecom').send(['finance'], message({ choices }))
      test.clock.pass(72 * 3600 + 1)
      const late = await failure(chat('wecom').settle(receipt, { text: 'x', good: true, userIds: ['finance'] }))
      expect([late.retry, late.message]).toEqual([false, '企业微信：卡片已超过 72 小时，不能再更新'])
      test.clock.pass(-72 * 3600 - 1)
    })

    it('shows a plain card otherwise, within its bytes and without foreign tags', async () => {
      const long = message({
        title: '提'.repeat(100),
        facts: Array(20).fill({ label: '事实', text: '值<a>'.repeat(50) }),
      })
      const { receipt } = await chat('wecom').send(['finance'], long)
      const { textcard } = (await sim.control.outbox())[0]!.body
      expect(Buffer.byteLength(textcard.title)).toBeLessThanOrEqual(128)
      expect(Buffer.byteLength(textcard.description)).toBeLessThanOrEqual(512)
      expect(textcard.description).not.toContain('<a>')
      expect(textcard.description).toMatch(/<\/div>$/)
      await chat('wecom').settle(receipt, { text: 'x', good: true, userIds: ['finance'] })
    })

    it('names those it did not take, and fails when it took nobody', async () => {
      await sim.control.partialInvalid(['finance'])
      const { refused } = await chat('wecom').send(['ops_manager', 'finance', 'faraway', 'nobody'], message())
      expect(refused.map(({ userId }) => userId)).toEqual(['finance', 'faraway', 'nobody'])
      expect(refused[0]!.reason).toBe('不在企业通讯录或应用的可见范围内')
      expect(await failure(chat('wecom').send(['finance'], message()))).toMatchObject({ code: '81013', retry: false })
    })

    it('does not show a message twice when the answer to it was lost', async () => {
      const twice = message({ choices })
      await sim.control.failNext({ path: '/message/send', reset: true, done: true })
      expect((await failure(chat('wecom').send(['finance'], twice))).retry).toBe(true)
      await chat('wecom').send(['finance'], twice)
      const shown = (await sim.control.outbox()).filter(({ dropped }) => !dropped.includes('finance'))
      expect(shown).toHaveLength(1)
    })

    it('shows two that read alike to the end of what it shows, and none twice', async () => {
      const long = message({
        summary: '因系统升级，今晚二十二时至次日二时暂停提现打款与分润结算，期间借还不受影响'.repeat(3),
      })
      await chat('wecom').send(['finance'], long)
      await chat('wecom').send(['finance'], { ...long, key: `${long.key}-again` })
      const full = message({ facts: Array(20).fill({ label: '事实', text: '值'.repeat(60) }) })
      await chat('wecom').send(['finance'], full)
      await chat('wecom').send(['finance'], { ...full, key: `${full.key}-again` })
      await chat('wecom').send(['finance'], full)
      expect((await sim.control.outbox()).map(({ dropped }) => dropped)).toEqual([[], [], [], [], ['finance']])
    })

    it.each([
      [{ errcode: 45009 }, { retry: true, code: '45009', afterMs: 60_000 }],
      [{ errcode: 60020 }, { retry: false, code: '60020', fault: 'setup' }],
      [
        { errcode: 99999, errmsg: 'strange' },
        { retry: false, code: '99999' },
      ],
      [{ http: 429 }, { retry: true, code: 'http-429', afterMs: 60_000 }],
      [
        { http: 503, html: true },
        { retry: true, code: 'http-503' },
      ],
      [{ html: true }, { retry: true, code: 'http-200' }],
      [{ nothing: true }, { retry: true }],
      [{ half: true }, { retry: true }],
      [{ huge: true }, { retry: true, code: 'no-answer' }],
      [{ reset: true }, { retry: true, code: 'no-answer' }],
      [{ redirect: 'http://127.0.0.1:9/' }, { retry: true, code: 'no-answer' }],
    ] as const)('reads %j as %j, in Chinese', async (fault, expected) => {
      await sim.control.failNext({ path: '/message/send', ...fault })
      const error = await failure(chat('wecom').send(['finance'], message()))
      expect(error).toMatchObject(expected)
      expect(error.message).toMatch(/^企业微信.*[\u4e00-\u9fa5]/)
      expect(error.message).not.toContain('secret')
    })

    it('tries a busy moment again by itself, and a dead token once', async () => {
      await sim.control.failNext({ path: '/message/send', errcode: -1, times: 2 })
      expect((await chat('wecom').send(['finance'], message())).refused).toEqual([])
      await sim.control.revokeTokens()
      expect((await chat('wecom').send(['finance'], message())).refused).toEqual([])
      await sim.control.failNext({ path: '/message/send', errcode: 40014, times: 2 })
      expect(await failure(chat('wecom').send(['finance'], message()))).toMatchObject({ code: '40014', fault: 'setup' })
    })

    it('sends a file with its Chinese name', async () => {
      const content = Buffer.from('导出,文件\r\n--x')
      await chat('wecom').sendFile(['finance'], { name: '导出"文件\r\n.csv', type: 'text/csv', content })
      const { file } = (await sim.control.outbox())[0]!.body
      const kept = sim.world.media.get(file.media_id as string)!
      expect([kept.name, kept.content.toString()]).toEqual(['导出_文件__.csv', content.toString()])
      const small = await failure(
        chat('wecom').sendFile(['finance'], { name: 'a', type: 'text/csv', content: Buffer.from('1') }),
      )
      expect(small).toMatchObject({ code: '40006', retry: false })
    })
  })

  describe('DingTalk', () => {
    it('shows a notice with its state and a todo, and closes both', async () => {
      const asked = message({ choices, todo: { due: Date.now() + 3600_000 } })
      const { receipt } = await chat('dingtalk').send(['ops_manager', 'finance'], asked)
      const [shown] = await sim.control.outbox()
      expect(shown).toMatchObject({ chat: 'dingtalk', state: { ops_manager: '待处理', finance: '待处理' } })
      const { oa } = shown!.body.msg
      expect(oa.message_url).toBe('https://volt.example/record/userWithdrawal/12')
      expect(oa.pc_message_url).toBe(
        `dingtalk://dingtalkclient/page/link?url=${encodeURIComponent(oa.message_url as string)}&pc_slide=true`,
      )
      expect(await sim.control.todos()).toMatchObject([
        {
          sourceId: asked.key,
          unionId: 'union-ops_manager',
          done: false,
          body: { executorIds: ['union-ops_manager', 'union-finance'] },
        },
      ])
      await chat('dingtalk').settle(receipt, { text: '已由 张三 于 10:32 驳回', good: false, userIds: [] })
      expect((await sim.control.outbox())[0]!.state.finance).toBe('已由 张三 于 10:32 驳回')
      expect((await sim.control.todos())[0]!.done).toBe(true)
    })

    it('keeps every notice under 2,048 bytes', async () => {
      const facts = Array.from({ length: 12 }, () => ({ label: '事实'.repeat(10), text: '值'.repeat(200) }))
      await chat('dingtalk').send(
        ['finance'],
        message({ title: '题'.repeat(200), summary: '述'.repeat(900), facts, choices }),
      )
      const { msg } = (await sim.control.outbox())[0]!.body
      expect(Buffer.byteLength(JSON.stringify(msg))).toBeLessThanOrEqual(2048)
      expect(msg.oa.body.form.length).toBeLessThanOrEqual(6)
    })

    it('is not silently dropped for two alike, and drops a second try of one', async () => {
      const one = message()
      await chat('dingtalk').send(['finance'], one)
      await chat('dingtalk').send(['finance'], { ...one, key: 'other' })
      await chat('dingtalk').send(['finance'], one)
      expect((await sim.control.outbox()).map(({ dropped }) => dropped)).toEqual([[], [], ['finance']])
    })

    it('goes to a hundred at once where it has no state, and says afterwards who got nothing', async () => {
      expect(chat('dingtalk').mostReceivers(message({ choices }))).toBe(5)
      expect(chat('dingtalk').mostReceivers(message())).toBe(100)
      await sim.control.partialInvalid(['finance'])
      const sent = message()
      const { receipt } = await chat('dingtalk').send(['ops_manager', 'finance', 'service'], sent)
      const missed = await chat('dingtalk').missed!(receipt)
      expect(missed).toEqual([{ userId: 'finance', reason: '不在企业通讯录或应用的可见范围内' }])
      const again = await chat('dingtalk').send(['service'], sent)
      expect(await chat('dingtalk').missed!(again.receipt)).toEqual([
        { userId: 'service', reason: '已达到钉钉对该成员的发送上限' },
      ])
    })

    it('opens the todo for those it knows when one of them is nobody there', async () => {
      const asked = message({ choices, todo: {} })
      const { receipt } = await chat('dingtalk').send(['typed-wrong', 'ops_manager', 'finance'], asked)
      expect((await sim.control.todos())[0]!.body.executorIds).toEqual(['union-ops_manager', 'union-finance'])
      expect(receipt).toMatchObject({ todo: { unionId: 'union-ops_manager' } })
      const alone = await chat('dingtalk').send(['typed-wrong', 'finance'], message({ choices, todo: {} }))
      expect(alone.receipt.todoProblem).toBeUndefined()
    })

    it('finds the todo of an earlier try, and does without one when it may not make one', async () => {
      const asked = message({ choices, todo: {} })
      await sim.control.failNext({ path: '/tasks', reset: true, done: true })
      const first = await chat('dingtalk').send(['finance'], asked)
      expect(first.receipt).toMatchObject({ todo: { unionId: 'union-finance' } })
      await sim.control.failNext({
        path: '/v1.0/todo',
        http: 403,
        code: 'Forbidden.AccessDenied.AccessTokenPermissionDenied',
        times: 2,
      })
      const second = await chat('dingtalk').send(['finance'], message({ choices, todo: {} }))
      expect(second.receipt.todoProblem).toContain('没有调用该接口的权限')
      expect(second.refused).toEqual([])
      await chat('dingtalk').settle(second.receipt, { text: 'x', good: true, userIds: [] })
    })

    it('closes the todo and changes the notice each by itself, and tries only what is left again', async () => {
      const outcome = { text: '已由 张三 于 10:32 通过', good: true, userIds: ['finance'] }
      const { calls } = sim.control
      const partly = async (receipt: ChatReceipt) => {
        const error = await failure(chat('dingtalk').settle(receipt, outcome))
        if (!(error instanceof PartlySettled)) throw error
        return error
      }
      const { receipt } = await chat('dingtalk').send(['finance'], message({ choices, todo: {} }))
      await sim.control.failNext({
        path: '/tasks/',
        http: 403,
        code: 'Forbidden.AccessDenied.AccessTokenPermissionDenied',
      })
      const noTodo = await partly(receipt)
      expect(noTodo).toMatchObject({ retry: false, fault: 'setup' })
      expect((await sim.control.outbox()).at(-1)!.state.finance).toBe(outcome.text)
      expect((await sim.control.todos()).at(-1)!.done).toBe(false)
      await chat('dingtalk').settle(noTodo.left, outcome)
      expect((await sim.control.todos()).at(-1)!.done).toBe(true)
      expect(await calls('status_bar/update')).toBe(1)

      const second = await chat('dingtalk').send(['finance'], message({ choices, todo: {} }))
      await sim.control.failNext({ path: 'status_bar/update', errcode: 90018 })
      const noStatus = await partly(second.receipt)
      expect(noStatus.retry).toBe(true)
      expect((await sim.control.todos()).at(-1)!.done).toBe(true)
      await chat('dingtalk').settle(noStatus.left, outcome)
      expect((await sim.control.outbox()).at(-1)!.state.finance).toBe(outcome.text)
      expect(await calls(`/tasks/${(await sim.control.todos()).at(-1)!.id}`)).toBe(1)

      // Both at once: the one that may work later is what is tried again.
      const third = await chat('dingtalk').send(['finance'], message({ choices, todo: {} }))
      await sim.control.failNext({ path: '/tasks/', http: 404, code: 'todoTask.notExist' })
      await sim.control.failNext({ path: 'status_bar/update', errcode: 90018 })
      const neither = await partly(third.receipt)
      expect(neither).toMatchObject({ retry: true, code: '90018', left: { todoProblem: expect.any(String) } })
      await chat('dingtalk').settle(neither.left, outcome)
      expect((await sim.control.outbox()).at(-1)!.state.finance).toBe(outcome.text)
      expect((await sim.control.todos()).at(-1)!.done).toBe(false)
    })

    it('does not change a notice after seven days, but closes its todo', async () => {
      const { receipt } = await chat('dingtalk').send(['finance'], message({ choices, todo: {} }))
      test.clock.pass(7 * 86_400 + 1)
      const late = await failure(chat('dingtalk').settle(receipt, { text: 'x', good: true, userIds: [] }))
      expect(late.retry).toBe(false)
      expect((await sim.control.todos()).at(-1)!.done).toBe(true)
      test.clock.pass(-7 * 86_400 - 1)
    })

    it.each([
      [{ errcode: 90018 }, { retry: true, code: '90018' }],
      [{ errcode: 33012 }, { retry: false, fault: 'stranger' }],
      [{ http: 429 }, { retry: true }],
      [{ http: 502, html: true }, { retry: true }],
      [{ html: true }, { retry: true }],
      [{ nothing: true }, { retry: true }],
      [{ reset: true }, { retry: true, code: 'no-answer' }],
    ] as const)('reads %j as %j', async (fault, expected) => {
      await sim.control.failNext({ path: 'asyncsend_v2', ...fault })
      const error = await failure(chat('dingtalk').send(['finance'], message()))
      expect(error).toMatchObject(expected)
      expect(error.message).toMatch(/^钉钉/)
    })

    it('reads the envelope 88, and fetches a dead token anew on both hosts', async () => {
      await sim.control.ipAllowed(false)
      expect(await failure(chat('dingtalk').send(['finance'], message()))).toMatchObject({
        code: '60020',
        fault: 'setup',
      })
      await sim.control.ipAllowed(true)
      await sim.control.revokeTokens('dingtalk')
      await chat('dingtalk').send(['finance'], message({ todo: {} }))
      await sim.control.revokeTokens('dingtalk')
      const { receipt } = await chat('dingtalk').send(['finance'], message({ todo: {}, choices }))
      await sim.control.revokeTokens('dingtalk')
      await chat('dingtalk').settle(receipt, { text: 'x', good: true, userIds: [] })
      expect((await sim.control.todos()).at(-1)!.done).toBe(true)
    })

    it('sends a file', async () => {
      await chat('dingtalk').sendFile(['finance'], {
        name: '导出.xlsx',
        type: 'text/csv',
        content: Buffer.from('1234567'),
      })
      expect((await sim.control.outbox())[0]!.body.msg.msgtype).toBe('file')
    })
  })
})

describe('a chat that does not answer', () => {
  it('is given up, and the message says so', async () => {
    const sim = await startSimulator()
    const test = await emptyApp({ env: sim.settings })
    await sim.stop()
    const send = test.services.chats.get('wecom')!.send(['finance'], {
      key: 'k',
      title: 't',
      summary: 's',
      facts: [],
      path: '/x',
    })
    await expect(send).rejects.toMatchObject({
      code: 'no-answer',
      retry: true,
      message: expect.stringContaining('无法连接'),
    })
    await test.close()
  })
})
