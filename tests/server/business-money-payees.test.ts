/** Accounts that money is paid out to: agreed to by a second person, or in one's own name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerTypes, directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { consumerStates, authStates } from '#resources/customer/userMessage.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { resources } from '#resources/index.ts'
import { withdrawMethods, withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { accountChangeStates } from '#resources/partner/accountChange.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { accountId } from '../../demo/accounts.ts'
import type { Account } from '../../server/money/ledger.ts'
import { localTime } from '../../server/resource/write.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'
import { reason, tillOf } from './till.ts'

type Row = Record<string, any>

const { accountChange, appConfig, driverMessage, serviceProvider, serviceProviderConfig, userMessage, userWithdrawal } =
  resources

describe.each([await oneKind()])('accounts of payees on %s', (kind) => {
  let test: TestApp
  let [admin, manager, finance, service, viewer]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, finance, service, viewer] = await Promise.all(
      ['admin', 'ops_manager', 'finance', 'service', 'viewer'].map((name) => test.as(name)),
    )
  })
  afterAll(() => test?.close())

  const { must, add, act, look, list, set, book, addsUpAtLast } = tillOf(() => ({ test, admin }))

  describe('the account of a provider', () => {
    const account = {
      accountType: accountTypes.firm,
      bankName: '招商银行深圳支行',
      bankNo: '6225880011112222',
      accountName: '某公司',
    }
    const other = { ...account, bankNo: '6225880011113333' }
    async function given() {
      const { id: providerId } = await add(serviceProvider)
      const [terms] = await list(serviceProviderConfig, `providerId=${providerId}`)
      const openChange = async () => (await list(accountChange, `status=0&providerId=${providerId}`))[0]!
      return { providerId: String(providerId), id: String(terms!.id), openChange }
    }
    const change = (by: Send | undefined, id: string, over: Row = {}) =>
      act(by, serviceProviderConfig, 'changeAccount', id, { ...account, reason, ...over })

    it('changes when a second person agreed, one change at a time', async () => {
      const { providerId, id, openChange } = await given()
      expect((await change(viewer, id)).status).toBe(403)
      expect((await change(manager, id, { reason: ' ' })).status).toBe(400)
      expect(await change(manager, id, { bankNo: '0123' })).toMatchObject({
        status: 400,
        message: expect.stringContaining('请输入正确的银行卡号码'),
        result: { fields: { bankNo: '请输入正确的银行卡号码' } },
      })
      must(await change(manager, id))
      expect((await change(admin, id, other)).message).toMatch(/^已有未完成的变更 ZH/)
      const pending = await openChange()
      expect(pending).toMatchObject({ providerId, beforeNo: null, ...account, changeReason: reason })
      expect((await look(serviceProviderConfig, id)).bankNo).toBeNull()
      const seen = await viewer!('GET', `${accountChange.path}/queryById?id=${pending.id}`)
      expect(seen.result).toMatchObject({ bankNo: '6225****2222', accountName: '某**' })
      const todos = await finance!('GET', '/sys/todo/list?pageSize=100')
      expect(JSON.stringify(todos.result.records)).toContain(pending.id)
      expect((await act(manager, accountChange, 'approve', pending.id)).message).toBe('不能审批自己提交的收款账户变更')
      must(await act(finance, accountChange, 'approve', pending.id))
      expect(await look(serviceProviderConfig, id)).toMatchObject(account)
      expect(await look(accountChange, pending.id)).toMatchObject({
        status: accountChangeStates.done,
        effectTime: expect.any(String),
      })
      expect((await act(admin, accountChange, 'approve', pending.id)).message).toMatch(/^已由 .+ 复核通过/)
      expect((await change(manager, id)).message).toBe('新的账户与现在相同')
    })

    it('stays when it was refused or taken back, and is written no other way', async () => {
      const { id, openChange } = await given()
      must(await change(manager, id))
      must(await act(finance, accountChange, 'reject', (await openChange()).id, { reason }))
      must(await change(manager, id, other))
      must(await act(manager, accountChange, 'cancel', (await openChange()).id, { reason }))
      const whole = await look(serviceProviderConfig, id)
      expect(whole).toMatchObject({ bankNo: null, accountName: null })
      const edit = (over: Row) => admin!('PUT', `${serviceProviderConfig.path}/edit`, { ...whole, ...over })
      expect((await edit({ bankNo: account.bankNo })).message).toContain('银行账号由系统维护')
      must(await edit({ servicePhone: '0755-86010001' }))
    })

    it('is not agreed to by whom it pays', async () => {
      const { providerId, id, openChange } = await given()
      await set(serviceProvider, providerId, { userId: accountId('finance') })
      must(await change(manager, id))
      const reply = await act(finance, accountChange, 'approve', (await openChange()).id)
      expect(reply.message).toBe('不能审批付给自己的收款账户变更')
    })

    it('is a risk of withdrawals for some days', async () => {
      async function flags(daysAgo: number | undefined): Promise<string[]> {
        const { providerId, id, openChange } = await given()
        await set(serviceProviderConfig, id, other)
        if (daysAgo !== undefined) {
          must(await change(manager, id))
          const { id: changeId } = await openChange()
          must(await act(finance, accountChange, 'approve', changeId))
          const then = new Date(test.services.clock.now().getTime() - daysAgo * 86_400_000)
          await set(accountChange, changeId, { effectTime: localTime(test.services, then) })
        }
        const income = { amountType: amountTypes.share, direction: directions.income, amount: 50_000n }
        const owner = { ownerType: ownerTypes.provider, ownerId: providerId }
        await book(owner, { bizType: 'adjust', bizNo: `T${providerId}` }, [income])
        const draft = {
          ownerType: ownerTypes.provider,
          ownerId: providerId,
          applyAmount: '200.00',
          method: withdrawMethods.bankCard,
        }
        return must(await admin!('POST', `${userWithdrawal.path}/add`, draft)).riskFlags as string[]
      }
      expect(await flags(undefined)).not.toContain('收款账户有变更')
      expect(await flags(0)).toContain('收款账户有变更')
      expect(await flags(6)).toContain('收款账户有变更')
      expect(await flags(8)).not.toContain('收款账户有变更')
    })
  })

  describe('money goes', () => {
    const ask = (draft: Row) => admin!('POST', `${userWithdrawal.path}/add`, draft)
    /** Booked without a settle time: it may be paid out at once. */
    const earns = (ownerType: Account['ownerType'], ownerId: string) => {
      const income = { amountType: amountTypes.recharge, direction: directions.income, amount: 50_000n }
      return book({ ownerType, ownerId }, { bizType: 'adjust', bizNo: `T${ownerId}` }, [income])
    }
    const agree = async (of: string) => {
      const [open] = await list(accountChange, `status=0&${of}`)
      must(await act(finance, accountChange, 'approve', open!.id))
    }

    it('of a provider to the account that was agreed to, and to no other', async () => {
      const { id } = await add(serviceProvider)
      const [terms] = await list(serviceProviderConfig, `providerId=${id}`)
      await earns('2', id)
      const draft = {
        ownerType: ownerTypes.provider,
        ownerId: id,
        applyAmount: '200.00',
        method: withdrawMethods.bankCard,
      }
      expect((await ask(draft)).message).toContain('服务商还没有复核过的收款账户')
      const card = {
        accountType: accountTypes.firm,
        bankName: '招商银行',
        bankNo: '6225880011117147',
        accountName: '某公司',
      }
      must(await act(manager, serviceProviderConfig, 'changeAccount', terms!.id, { ...card, reason }))
      await agree(`providerId=${id}`)
      for (const other of [{ bankNo: '6225880011113445' }, { accountName: '陌生人' }, { bankName: '别的银行' }])
        expect((await ask({ ...draft, ...other })).message).toContain('服务商只能收款到已复核的账户')
      expect((await ask({ ...draft, method: withdrawMethods.wechat })).message).toContain('请选择银行卡')
      const { id: asked } = must(await ask(draft))
      expect(await look(userWithdrawal, asked)).toMatchObject(card)
      // Another account meanwhile: nobody agreed to pay to the one of before.
      const next = { ...card, bankNo: '6225880011119999' }
      must(await act(manager, serviceProviderConfig, 'changeAccount', terms!.id, { ...next, reason }))
      await agree(`providerId=${id}`)
      expect((await act(manager, userWithdrawal, 'approve', asked)).message).toContain('收款账户在申请后已变更')
      must(await act(manager, userWithdrawal, 'reject', asked, { reason }))
      expect(await look(userWithdrawal, must(await ask(draft)).id)).toMatchObject(next)
    })

    it('of a driver to the WeChat he was reviewed with; another one is asked for and agreed to', async () => {
      const provider = await add(serviceProvider)
      const driver = await add(driverMessage, { providerId: provider.id, shareRatio: '1.00', openId: 'oFIRST' })
      await set(driverMessage, driver.id, { status: driverStates.normal })
      await earns('3', driver.id)
      const draft = {
        ownerType: ownerTypes.driver,
        ownerId: driver.id,
        applyAmount: '20.00',
        method: withdrawMethods.wechat,
      }
      expect((await ask({ ...draft, bankNo: 'oOTHER' })).message).toContain('司机只能收款到已复核的账户')
      const { version } = await look(driverMessage, driver.id)
      const edited = await admin!('PUT', `${driverMessage.path}/edit`, { id: driver.id, version, openId: 'oOTHER' })
      expect(edited.success).toBe(false)
      const change = (by: Send | undefined, openId: string) =>
        act(by, driverMessage, 'changeAccount', driver.id, { openId, reason })
      expect((await change(service, 'oOTHER')).status).toBe(403)
      expect((await change(manager, 'oFIRST')).message).toBe('新的账户与现在相同')
      must(await change(manager, 'oOTHER'))
      expect((await change(admin, 'oTHIRD')).message).toMatch(/^已有未完成的变更 ZH/)
      const [open] = await list(accountChange, `status=0&driverId=${driver.id}`)
      expect(open).toMatchObject({ providerId: provider.id, beforeNo: 'oFIRST', bankNo: 'oOTHER' })
      expect((await act(manager, accountChange, 'approve', open!.id)).message).toContain('不能审批自己提交的')
      await agree(`driverId=${driver.id}`)
      const made = await look(userWithdrawal, must(await ask(draft)).id)
      expect(made).toMatchObject({ bankNo: 'oOTHER', accountName: driver.realName })
      expect(made.riskFlags).toContain('收款账户有变更')
      // The account of his provider is another matter.
      expect((await list(serviceProviderConfig, `providerId=${provider.id}`))[0]!.bankNo).toBeNull()
    })

    it('of a consumer to an account in their own name', async () => {
      const { id, realName, openId } = await add(userMessage, { status: consumerStates.normal })
      await earns('1', id)
      const card = { method: withdrawMethods.bankCard, bankName: '中国银行', bankNo: '6222000011112222' }
      const draft = { ownerType: ownerTypes.consumer, ownerId: id, applyAmount: '20.00' }
      expect((await ask({ ...draft, ...card, accountName: '陌生人' })).message).toContain('户名与用户的实名不一致')
      expect((await ask({ ...draft, method: withdrawMethods.wechat, bankNo: 'oOTHER' })).message).toContain(
        '不是用户本人绑定的微信',
      )
      await set(userMessage, id, { authStatus: authStates.checking })
      expect((await ask({ ...draft, ...card })).message).toContain('用户未实名认证')
      await set(userMessage, id, { authStatus: authStates.passed })
      const wechat = await look(userWithdrawal, must(await ask({ ...draft, method: withdrawMethods.wechat })).id)
      expect(wechat).toMatchObject({ bankNo: openId, accountName: realName })
      must(await act(manager, userWithdrawal, 'reject', wechat.id, { reason }))
      expect(await look(userWithdrawal, must(await ask({ ...draft, ...card })).id)).toMatchObject({
        ...card,
        accountName: realName,
      })
    })

    it('to a new account never by itself, however often it was refused before', async () => {
      const [auto] = await list(appConfig, 'configKey=withdraw.autoEnabled')
      await set(appConfig, auto!.id, { configValue: 'Y' })
      const { id } = await add(userMessage, { status: consumerStates.normal })
      await set(userMessage, id, { createTime: '2026-01-01T00:00:00Z' })
      await earns('1', id)
      const draft = {
        ownerType: ownerTypes.consumer,
        ownerId: id,
        applyAmount: '20.00',
        method: withdrawMethods.bankCard,
        bankName: '中国银行',
      }
      const known = must(await ask({ ...draft, bankNo: '6222000011112222' }))
      expect(known.riskFlags).toEqual(['首次提现'])
      must(await act(manager, userWithdrawal, 'approve', known.id))
      await until('the payment', async () => (await look(userWithdrawal, known.id)).status === withdrawStates.paid)
      await set(userWithdrawal, known.id, { applyTime: '2026-01-02T00:00:00Z' })
      for (const attempt of [1, 2]) {
        const { id: asked, riskFlags, status } = must(await ask({ ...draft, bankNo: '6222000033334444' }))
        expect({ attempt, riskFlags, status }).toEqual({
          attempt,
          riskFlags: ['收款账户有变更'],
          status: withdrawStates.waiting,
        })
        must(await act(manager, userWithdrawal, 'reject', asked, { reason }))
      }
      expect(must(await ask({ ...draft, bankNo: '6222000011112222' })).riskFlags).toEqual([])
      await set(appConfig, auto!.id, { configValue: 'N' })
    })
  })

  addsUpAtLast()
})
