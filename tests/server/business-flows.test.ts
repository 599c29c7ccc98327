/** What cards, content, numbers, drivers and cars ask beside their states: their own rules, windows, ranges and limits. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { adStates } from '#resources/content/advertisement.ts'
import { showStates } from '#resources/content/banner.ts'
import { pushModes, noticeTargets } from '#resources/content/notice.ts'
import { publishStates } from '#resources/content/publishStates.ts'
import { trendTypes } from '#resources/content/trend.ts'
import { deviceStates } from '#resources/device/device.ts'
import { resumeTasks, stopTasks } from '../../server/tasks/run.ts'
import { numberStates } from '#resources/device/deviceNumber.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { resources } from '#resources/index.ts'
import { jumpTypes } from '#resources/jump.ts'
import { cancelScenes } from '#resources/order/cancelReason.ts'
import { billModes } from '#resources/product/billModes.ts'
import { boxStates } from '#resources/product/blindBox.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { packageScopes } from '#resources/product/packageGroup.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'
import { userCardStates, cardSources } from '#resources/product/userCard.ts'
import { shelfStates } from '#resources/shelf.ts'
import { timedWork } from '../../server/jobs/timed-work.ts'
import { moveByClock, type ByClock } from '../../server/business/by-clock.ts'
import { tableOf } from '../../server/db/table.ts'
import { isWrittenInBulk, localTime } from '../../server/resource/write.ts'
import { make, makeDevice } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Reply, type Send, type TestApp } from '../product.ts'
import { upload } from './upload.ts'

type Draft = Record<string, unknown>

const {
  advertisement,
  banner,
  blindBox,
  cancelReason,
  card,
  device,
  deviceNumber,
  driverCar,
  driverMessage,
  notice,
  onceCard,
  packageGroup,
  rechargeSetting,
  serviceProvider,
  trend,
  userCard,
  userMessage,
} = resources

const PEOPLE = ['admin', 'ops_manager', 'operator']

const reason = '测试原因'

describe.each([await oneKind()])('flows of cards, content, numbers, drivers and cars on %s', (kind) => {
  let test: TestApp
  let send: Record<string, Send> = {}
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    send = Object.fromEntries(await Promise.all(PEOPLE.map(async (name) => [name, await test.as(name)] as const)))
    admin = send.admin!
  })
  afterAll(() => test?.close())

  const now = () => localTime(test.services)
  const must = (reply: Reply) => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply.result as Draft & { id: string; version: number }
  }
  const post = (resource: Resource, draft: Draft) => admin('POST', `${resource.path}/add`, make(resource, draft))
  const add = async (resource: Resource, over: Draft = {}) =>
    must(await post(resource, { ...(await (needs[resource.name] ?? (async () => ({})))()), ...over }))
  const set = (resource: Resource, id: string, values: Draft) =>
    test.services.db
      .update(tableOf(resource))
      .set(values)
      .where(eq(tableOf(resource).id, id))
  const look = async (resource: Resource, id: string) => must(await admin('GET', `${resource.path}/queryById?id=${id}`))
  const edit = async (resource: Resource, id: string, over: Draft) =>
    admin('PUT', `${resource.path}/edit`, { id, version: (await look(resource, id)).version, ...over })

  const needs: Record<string, () => Promise<Draft>> = {
    // Below the department of operations, whose people then see the drivers.
    async driverMessage() {
      const { id } = must(await send.operator!('POST', `${serviceProvider.path}/add`, make(serviceProvider)))
      return { providerId: id }
    },
    async driverCar() {
      const driver = await add(driverMessage)
      await set(driverMessage, driver.id, { status: driverStates.normal })
      return { driverId: driver.id, providerId: driver.providerId }
    },
    userCard: async () => ({
      userId: (await add(userMessage)).id,
      productId: (await add(card)).id,
      startTime: now(),
    }),
  }

  const window = { startTime: '2036-01-01 00:00:00', endTime: '2036-01-01 00:00:00' }
  const prize = (over: Draft = {}) => ({
    prizeName: '红包',
    prizeType: prizeTypes.wallet,
    amount: '1.00',
    stock: 1,
    ...over,
  })
  const nothing = (probability: string) => ({ prizeName: '谢谢参与', prizeType: prizeTypes.nothing, probability })
  const wrong: readonly (readonly [Resource, Draft, field: string, message: string])[] = [
    [card, { originalPrice: '9.00', price: '9.01' }, 'originalPrice', '原价不能低于售价'],
    [card, { refundable: 'Y', refundDays: null }, 'refundDays', '请输入可退天数'],
    [card, { validDays: 3, refundDays: 4 }, 'refundDays', '可退天数不能超过有效天数'],
    [card, { validDays: 367 }, 'validDays', '不能大于366'],
    [card, { price: '0.00' }, 'price', '不能小于0.01'],
    [card, { price: '0.001' }, 'price', '金额最多两位小数'],
    [onceCard, { times: 1000 }, 'times', '不能大于999'],
    [onceCard, { originalPrice: '1.00', price: '1.01' }, 'originalPrice', '原价不能低于售价'],
    [rechargeSetting, { payAmount: '1000.01' }, 'payAmount', '不能大于1000'],
    [rechargeSetting, { giftAmount: '-1' }, 'giftAmount', '金额不能为负数'],
    [rechargeSetting, { payAmount: '10.00', giftAmount: '10.01' }, 'giftAmount', '赠送金额不能超过充值金额'],
    [rechargeSetting, { firstOnly: 'Y', limitTimes: 2 }, 'limitTimes', '首充专享每人只有一次'],
    [banner, window, 'endTime', '结束时间须晚于开始时间'],
    [banner, { jumpType: jumpTypes.web, jumpUrl: null }, 'jumpUrl', '请输入跳转地址'],
    [banner, { jumpType: jumpTypes.web, jumpUrl: 'javascript:alert(1)' }, 'jumpUrl', '网页地址应以 https:// 开头'],
    [
      advertisement,
      { title: '二十一个汉字的标题会超过四十个字符的上限吗' },
      'title',
      '最大长度40位字符，一个汉字算两个',
    ],
    [advertisement, window, 'endTime', '结束时间须晚于开始时间'],
    [notice, { target: '1,5', areaCodes: null }, 'areaCodes', '请选择城市'],
    [notice, { pushMode: pushModes.timed, pushTime: null }, 'pushTime', '请选择推送时间'],
    [notice, { pushMode: pushModes.timed, pushTime: '2026-03-01 00:00:00' }, 'pushTime', '推送时间须晚于现在'],
    [notice, { areaCodes: '440300,999999' }, 'areaCodes', '城市没有这个行政区划代码'],
    [trend, { trendType: trendTypes.shared }, 'userId', '请选择分享用户'],
    [trend, { tags: '甲乙;丙丁;戊己;庚辛;壬癸;子丑' }, 'tags', '最多 5 个标签'],
    [deviceNumber, { startNo: '1234567' }, 'startNo', '应为 8 到 20 位数字'],
    [deviceNumber, { startNo: '88000002', endNo: '88000001' }, 'endNo', '不能小于起始编号'],
    [deviceNumber, { startNo: '88000000', endNo: '880000001' }, 'endNo', '位数应与起始编号相同'],
    [deviceNumber, { startNo: '88000000', endNo: '88010000' }, 'endNo', '一批最多 10,000 个编号'],
    [driverCar, { plateNo: '粤BI2345' }, 'plateNo', '请输入正确的车牌号'],
    [driverCar, { vin: 'LSVAA4182E123456I' }, 'vin', '车架号应为 17 位大写字母与数字，不含 I、O、Q'],
    [packageGroup, { unitPrice: '3.00', dayCap: '2.99' }, 'dayCap', '24小时封顶不能低于单价'],
    [packageGroup, { dayCap: '30.00', totalCap: '29.99' }, 'totalCap', '总封顶不能低于24小时封顶'],
    [packageGroup, { billMode: billModes.bySteps }, 'steps', '请输入阶梯'],
    [packageGroup, { scope: packageScopes.cities, areaCodes: null }, 'areaCodes', '请选择适用城市'],
    [packageGroup, { scope: packageScopes.providers }, 'providerIds', '请选择适用服务商'],
    [packageGroup, { areaCodes: '440300' }, 'areaCodes', '只有适用范围为城市时可以选择适用城市'],
    [
      packageGroup,
      { billMode: billModes.byTime, steps: steps([0, null]).steps },
      'steps',
      '只有计费方式为阶梯计费时可以填写阶梯',
    ],
    [deviceNumber, codes('https://q.cn/code'), 'qrUrl', '编号多于一个时应含 {sn}，否则二维码全部相同'],
    [deviceNumber, codes('https://q.cn/(sn)'), 'qrUrl', '编号多于一个时应含 {sn}，否则二维码全部相同'],
    [packageGroup, steps([10, 60]), 'steps.0.fromMinutes', '第一级从 0 分钟开始'],
    [packageGroup, steps([0, 60], [61, null]), 'steps.1.fromMinutes', '应从 60 分钟开始，与上一级相接'],
    [packageGroup, steps([0, null], [60, 90]), 'steps.0.toMinutes', '只有最后一级可以不填结束'],
    [packageGroup, steps([0, 60], [60, 60]), 'steps.1.toMinutes', '应大于起始'],
    [packageGroup, { isDefault: 'Y' }, 'isDefault', '同一范围、同一设备类型已有默认套餐组“平台标准（柜机）”'],
    [blindBox, { prizes: [nothing('100.00')] }, 'prizes', '奖品应为 2 到 12 个'],
    [
      blindBox,
      { prizes: [nothing('60.00'), prize({ probability: '39.99' })] },
      'prizes',
      '概率合计应为 100.00%，现在是 99.99%',
    ],
    [
      blindBox,
      { prizes: [prize({ probability: '60.00' }), prize({ probability: '40.00' })] },
      'prizes',
      '须有且只有一个“谢谢参与”，其他奖品抽完后落到它',
    ],
    [
      blindBox,
      { prizes: [nothing('60.00'), prize({ prizeType: prizeTypes.onceCard, probability: '40.00' })] },
      'prizes.1.refId',
      '请选择卡产品',
    ],
  ]
  function codes(qrUrl: string): Draft {
    return { startNo: '89000001', endNo: '89000002', qrUrl }
  }
  function steps(...rows: [number, number | null][]): Draft {
    return {
      billMode: billModes.bySteps,
      steps: rows.map(([fromMinutes, toMinutes]) => ({ fromMinutes, toMinutes, price: '3.00' })),
    }
  }

  it.each(wrong.map(([resource, draft, field, message]) => [resource.name, field, message, resource, draft] as const))(
    '%s refuses a wrong %s: %s',
    async (_name, field, message, resource, draft) => {
      const given = { ...(await (needs[resource.name] ?? (async () => ({})))()), ...draft }
      const reply = await post(resource, given)
      expect(reply).toMatchObject({ status: 400, success: false, message: expect.stringContaining(message) })
      expect(Object.keys(reply.result.fields as Draft)).toContain(field)
    },
  )

  it('accepts steps without a gap and lines that come back with words', async () => {
    const made = await add(packageGroup, steps([0, 60], [60, 480], [480, null]))
    const whole = await look(packageGroup, made.id)
    expect(whole.steps).toHaveLength(3)
    must(await admin('PUT', `${packageGroup.path}/edit`, { ...whole, groupName: `${String(whole.groupName)}改` }))
  })

  it('lets go of what no longer applies, and refuses it where it is given', async () => {
    const draft = { ...steps([0, 60], [60, null]), scope: packageScopes.cities, areaCodes: '440300' }
    const { id } = await add(packageGroup, draft)
    expect(await edit(packageGroup, id, { scope: packageScopes.platform, areaCodes: '440100' })).toMatchObject({
      status: 400,
      result: { fields: { areaCodes: '只有适用范围为城市时可以选择适用城市' } },
    })
    must(await edit(packageGroup, id, { scope: packageScopes.platform, billMode: billModes.byTime }))
    expect(await look(packageGroup, id)).toMatchObject({ areaCodes: null, steps: [] })
  })

  it('finds a reason once in each scene', async () => {
    const draft = { reason: '只此一次', scene: cancelScenes.consumer }
    await add(cancelReason, draft)
    expect((await post(cancelReason, draft)).message).toContain('已存在')
    must(await post(cancelReason, { ...draft, scene: cancelScenes.service }))
  })

  it.each([card, onceCard].map((one) => [one.name, one] as const))(
    'keeps the price of a %s on sale, and copies it instead',
    async (_, resource: Resource) => {
      const { id, cardName } = await add(resource, { price: '8.00', originalPrice: '12.00' })
      must(await edit(resource, id, { price: '8.50' }))
      must(await admin('POST', `${resource.path}/putOn`, { id }))
      const refused = await edit(resource, id, { price: '9.00' })
      expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('在售的卡不能改价') })
      must(await edit(resource, id, { sortNo: 7 }))
      must(await admin('POST', `${resource.path}/copy`, { id }))
      const { records } = must(
        await admin('GET', `${resource.path}/list?cardName=${encodeURIComponent(`${String(cardName)} 复制*`)}`),
      ) as unknown as { records: Draft[] }
      expect(records).toMatchObject([{ status: shelfStates.off, price: '8.50', soldCount: 0 }])
      expect(await admin('DELETE', `${resource.path}/delete?id=${id}`)).toMatchObject({ success: false })
    },
  )

  it('lets only the stock of a running box change', async () => {
    const { id } = await add(blindBox)
    await set(blindBox, id, { status: boxStates.running })
    const { prizes } = (await look(blindBox, id)) as unknown as { prizes: Draft[] }
    const changed = (over: Draft) => prizes.map((line, index) => (index ? { ...line, ...over } : line))
    must(await edit(blindBox, id, { prizes: changed({ stock: 99 }) }))
    for (const over of [{ drawLimit: 9 }, { prizes: changed({ prizeName: '大红包' }) }])
      expect(await edit(blindBox, id, over)).toMatchObject({
        status: 400,
        message: expect.stringContaining('进行中的盲盒只能修改库存'),
      })
    await set(blindBox, id, { status: boxStates.over })
    expect((await edit(blindBox, id, { drawLimit: 9 })).status).toBe(409)
  })

  it('keeps what the lines of a record point at', async () => {
    const prizeCard = await add(onceCard)
    const prizes = [
      nothing('60.00'),
      prize({ prizeType: prizeTypes.onceCard, refId: prizeCard.id, probability: '40.00' }),
    ]
    await add(blindBox, { prizes })
    const sold = await add(card)
    await add(packageGroup, { cards: [{ cardKind: cardKinds.time, cardId: sold.id, sortNo: 1 }] })
    const gone = (resource: Resource, id: string) => admin('DELETE', `${resource.path}/delete?id=${id}`)
    expect((await gone(onceCard, prizeCard.id)).message).toContain('被 1 条盲盒的“奖品”引用，不能删除')
    expect((await gone(card, sold.id)).message).toContain('被 1 条套餐组的“可售卡”引用，不能删除')
  })

  it('wants a day for the review of an advertisement, and gives a refused one back as a draft', async () => {
    const soon = new Date(test.services.clock.now().getTime() + 86_000_000)
    const { id } = await add(advertisement, { startTime: localTime(test.services, soon) })
    expect((await admin('POST', `${advertisement.path}/submit`, { id })).message).toContain('一天之后')
    await set(advertisement, id, { status: adStates.rejected })
    must(await edit(advertisement, id, { contactName: '王五' }))
    expect((await look(advertisement, id)).status).toBe('0')
  })

  it('counts whom a notice reaches', async () => {
    const reached = async (over: Draft) => {
      const { id } = await add(notice, over)
      must(await admin('POST', `${notice.path}/publish`, { id }))
      return Number((await look(notice, id)).sendCount)
    }
    const everybody = await reached({ target: noticeTargets.everybody })
    const shenzhen = await reached({ target: noticeTargets.cities, areaCodes: '440300' })
    expect(shenzhen).toBeGreaterThan(0)
    expect(shenzhen).toBeLessThan(everybody)
    // Those of a city are among all.
    expect(await reached({ target: '1,5', areaCodes: '440300' })).toBe(everybody)
    expect(await reached({ target: '2,3' })).toBe(
      (await reached({ target: noticeTargets.providers })) + (await reached({ target: noticeTargets.merchants })),
    )
  })

  describe('by the clock', () => {
    const at = (time: string) =>
      timedWork('move-by-clock')!.run(
        { ...test.services, clock: { now: () => new Date(`${time.replace(' ', 'T')}+08:00`) } },
        {},
      )
    const inSpring = { startTime: '2036-03-01 00:00:00', endTime: '2036-04-01 00:00:00' }
    const before = '2036-02-28 23:59:59'
    const start = '2036-03-01 00:00:00'
    const end = '2036-04-01 00:00:00'

    it.each([
      ['advertisement', advertisement, 'status', { status: adStates.planned }, inSpring, ['3', '4', '5']],
      ['blindBox', blindBox, 'status', { status: boxStates.planned }, inSpring, ['1', '2', '3']],
      [
        'banner',
        banner,
        'showState',
        { status: shelfStates.on, showState: showStates.planned },
        inSpring,
        ['1', '2', '3'],
      ],
      [
        'notice',
        notice,
        'status',
        { status: publishStates.planned },
        { pushMode: pushModes.timed, pushTime: start },
        ['1', '2', '2'],
      ],
      ['trend', trend, 'status', { status: publishStates.planned }, { publishTime: start }, ['1', '2', '2']],
      ['userCard', userCard, 'status', {}, { startTime: start }, ['0', '1', '4']],
    ] as const)('%s opens and closes', async (_name, resource, field, state, over, expected) => {
      const { id } = await add(resource, over)
      if (Object.keys(state).length) await set(resource, id, state)
      const seen: unknown[] = []
      for (const moment of [before, start, end]) {
        await at(moment)
        seen.push((await look(resource, id))[field])
      }
      expect(seen).toEqual(expected)
      const { version } = await look(resource, id)
      await at(end)
      expect((await look(resource, id)).version).toBe(version)
    })

    it('a record that cannot be moved keeps no other from it, and says why in the end', async () => {
      const [stuck, free] = [await add(banner, {}), await add(banner, {})]
      const moved: unknown[] = []
      const failing: ByClock = {
        resource: banner,
        due: ({ id }) => sql`${id} in (${stuck.id}, ${free.id})`,
        move(row) {
          if (row.id === stuck.id) throw new Error('不能切换')
          moved.push(row.id)
        },
      }
      await expect(
        moveByClock(test.services, [failing, { ...failing, move: ({ id }) => void moved.push(id) }]),
      ).rejects.toThrow('不能切换')
      expect(moved.sort()).toEqual([free.id, free.id, stuck.id].sort())
    })

    it('shows a banner at once when it is put on within its window', async () => {
      const { id } = await add(banner, { startTime: null, endTime: null })
      const show = async () => (await look(banner, id)).showState
      expect(await show()).toBe('0')
      must(await admin('POST', `${banner.path}/putOn`, { id }))
      expect(await show()).toBe('2')
      must(await admin('POST', `${banner.path}/takeOff`, { id }))
      expect(await show()).toBe('0')
    })
  })

  describe('device numbers', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) => `69${String(n).padStart(6, '0')},充电宝柜机`)
    const range = (startNo: string, endNo: string, over: Draft = {}) =>
      post(deviceNumber, { startNo, endNo, qrUrl: null, ...over })
    const inBatch = async (batchNo: string) =>
      (await admin('GET', `${deviceNumber.path}/list?batchNo=${batchNo}&pageSize=5&column=sn&order=asc`)).result

    it('come by the range, each a row with its own code', async () => {
      const qrUrl = 'https://q.cn/{sn}'
      must(await range('0099000001', '0099000750', { batchNo: 'A-1', qrUrl }))
      const { total, records } = await inBatch('A-1')
      expect(total).toBe(750)
      expect(records.slice(0, 2)).toMatchObject([
        { sn: '0099000001', quantity: 750, qrUrl: 'https://q.cn/0099000001', status: numberStates.free },
        { sn: '0099000002', qrUrl: 'https://q.cn/0099000002' },
      ])
    })

    it.each([
      ['{SN}', '0096000001', 'https://q.cn/{SN}?c={sn}', 'https://q.cn/0096000002?c=0096000002'],
      ['the first number itself', '0095000001', 'https://q.cn/0095000001', 'https://q.cn/0095000002'],
    ])(
      'each have a code of their own where %s is written, and keep it when one is changed',
      async (_, sn, qrUrl, code) => {
        must(await range(sn, sn.replace(/1$/, '3'), { batchNo: `A-${sn}`, qrUrl }))
        const { records } = await inBatch(`A-${sn}`)
        expect(new Set(records.map((row: Draft) => row.qrUrl)).size).toBe(3)
        expect(records[1].qrUrl).toBe(code)
        must(await edit(deviceNumber, records[1].id, { factory: '丙厂', qrUrl: 'https://q.cn/other' }))
        expect(await look(deviceNumber, records[1].id)).toMatchObject({ factory: '丙厂', qrUrl: 'https://q.cn/other' })
      },
    )

    it('are all free when the first has a device before the others are made, and are as they were registered', async () => {
      const { services } = test
      await stopTasks(services)
      const registered = { batchNo: 'A-3', factory: '甲厂', qrUrl: 'https://q.cn/{sn}' }
      const first = must(await range('0097000001', '0097001001', registered))
      must(await admin('POST', `${device.path}/add`, make(device, { deviceSn: first.sn, status: deviceStates.stock })))
      must(await edit(deviceNumber, first.id, { factory: '乙厂', qrUrl: 'https://other.cn/{sn}' }))
      expect(await look(deviceNumber, first.id)).toMatchObject({
        status: numberStates.bound,
        qrUrl: 'https://other.cn/0097000001',
      })
      await resumeTasks(services)
      const { records } = await until(
        'the numbers of the range',
        async () => {
          const made = await inBatch('A-3')
          return made.total === 1001 && made
        },
        120,
      )
      expect(records.slice(1)).toHaveLength(4)
      for (const record of records.slice(1))
        expect(record).toMatchObject({
          status: numberStates.free,
          deviceId: null,
          voidReason: null,
          version: 1,
          updateBy: null,
          factory: '甲厂',
          qrUrl: `https://q.cn/${record.sn}`,
        })
    })

    it.each([
      ['0099000750', '0099000751'],
      ['0099000700', '0099000710'],
      ['0098999999', '0099000001'],
      ['0099000001', '0099000750'],
    ])('refuse the range %s to %s, which is taken', async (startNo, endNo) => {
      const reply = await range(startNo, endNo, { batchNo: 'A-2' })
      expect(reply.message).toContain('与已有编号段 0099000001–0099000750 重叠')
      expect((await inBatch('A-2')).total).toBe(0)
    })

    it('let one of two people with overlapping ranges through, whole', async () => {
      const replies = await Promise.all([
        range('55000001', '55000300', { batchNo: 'B-1' }),
        range('55000200', '55000500', { batchNo: 'B-2' }),
      ])
      expect(replies.filter(({ success }) => success)).toHaveLength(1)
      const totals = [(await inBatch('B-1')).total, (await inBatch('B-2')).total]
      expect([
        [300, 0],
        [0, 301],
      ]).toContainEqual(totals)
    })

    it('are bound by the device that carries them, free again without it, and void for good', async () => {
      const { id } = must(await range('66000001', '66000001'))
      const draft = make(device, { deviceSn: '66000001', status: deviceStates.stock })
      const unknown = await admin('POST', `${device.path}/add`, { ...draft, deviceSn: '66000002' })
      const said = '这个设备编号没有登记过，请先在“设备编号”中登记'
      expect(unknown).toMatchObject({ status: 400, message: said, result: { fields: { deviceSn: said } } })
      const other = await admin('POST', `${device.path}/add`, { ...draft, deviceType: deviceTypes.powerBank })
      expect(other.message).toContain('与编号登记的设备类型不同')
      const carrier = must(await admin('POST', `${device.path}/add`, draft))
      expect(await look(deviceNumber, id)).toMatchObject({ status: numberStates.bound, deviceId: carrier.id })
      const voided = await admin('POST', `${deviceNumber.path}/void`, { id, reason })
      expect(voided).toMatchObject({ success: false, message: '已绑定设备的编号不能作废，请先解绑' })
      must(await admin('DELETE', `${device.path}/delete?id=${carrier.id}`))
      expect(await look(deviceNumber, id)).toMatchObject({ status: numberStates.free, deviceId: null })
      must(await admin('POST', `${deviceNumber.path}/void`, { id, reason }))
      expect((await admin('POST', `${device.path}/add`, draft)).message).toContain('这个编号已作废')
    })

    it('are asked for once for many devices: no rule of theirs keeps a file from being written in bulk', () => {
      expect(isWrittenInBulk(device)).toBe(true)
    })

    it('are bound by a file of devices, each to its own; one that is void, of another type or unknown is left out by its line', async () => {
      must(await range('67000001', '67000003', { batchNo: 'C-1' }))
      // All but the last.
      must(await range('69000000', '69000038', { batchNo: 'C-2' }))
      const { records } = await inBatch('C-1')
      must(await admin('POST', `${deviceNumber.path}/void`, { id: records[2].id, reason }))
      const lines = ['67000001,充电宝柜机', '67000002,充电线', '67000003,充电宝柜机', ...others(40)]
      const file = ['设备编号,设备名称,设备类型', ...lines.map((line) => line.replace(',', ',批量,'))].join('\n')
      const reply = await upload(admin, `${device.path}/importExcel`, '设备.csv', Buffer.from(file))
      expect(reply, reply.message).toMatchObject({
        result: { totalCount: 43, successCount: 40, errorCount: 3 },
      })
      const [first] = (await admin('GET', `${device.path}/list?deviceSn=67000001`)).result.records
      expect((await inBatch('C-1')).records).toMatchObject([
        { status: numberStates.bound, deviceId: first.id },
        { status: numberStates.free, deviceId: null },
        { status: numberStates.void, deviceId: null },
      ])
    })

    it('go to one of two who take the same at the same moment, and void is void', async () => {
      const { id } = must(await range('68000001', '68000001'))
      const draft = make(device, { deviceSn: '68000001', status: deviceStates.stock })
      const replies = await Promise.all([
        admin('POST', `${device.path}/add`, draft),
        admin('POST', `${deviceNumber.path}/void`, { id, reason }),
      ])
      expect(replies.filter(({ success }) => success)).toHaveLength(1)
      const number = await look(deviceNumber, id)
      expect(number.status === numberStates.bound ? number.deviceId : number.status).toBe(
        replies[0].success ? replies[0].result.id : '2',
      )
    })
  })

  describe('drivers and cars', () => {
    it('give a driver no more than what is left along the chain', async () => {
      const provider = await add(serviceProvider)
      const { records } = (await admin('GET', `/rental/serviceProviderConfig/list?providerId=${provider.id}`)).result
      await set(resources.serviceProviderConfig, records[0].id, { shareRatio: 9000n })
      const draft = { providerId: provider.id }
      const reply = await post(driverMessage, { ...draft, shareRatio: '10.01' })
      expect(reply.message).toContain('最多还能给 10.00%')
      must(await post(driverMessage, { ...draft, shareRatio: '10.00' }))
    })

    it('have one plate, one car for a device, drivers of their own provider', async () => {
      const given = await needs.driverCar!()
      const one = must(
        await admin(
          'POST',
          `${device.path}/add`,
          await makeDevice(admin, { providerId: given.providerId, status: deviceStates.stock }),
        ),
      )
      const first = await add(driverCar, { ...given, plateNo: '粤B1A2B3', deviceIds: one.id })
      const again = (over: Draft) => post(driverCar, { ...given, ...over })
      expect((await again({ plateNo: '粤B1A2B3' })).message).toContain('这个车牌号已有一辆')
      expect((await again({ deviceIds: one.id })).message).toContain('有设备已在车辆 粤B1A2B3 上')
      expect((await again({ deputyIds: given.driverId })).message).toContain('副班司机不能是主班司机本人')
      const stranger = await add(driverMessage)
      expect((await again({ driverId: stranger.id })).message).toContain('司机不属于车辆的服务商')
      const foreign = must(
        await admin('POST', `${device.path}/add`, await makeDevice(admin, { status: deviceStates.stock })),
      )
      expect((await again({ deviceIds: foreign.id })).message).toContain('不属于车辆的服务商')

      must(await send.ops_manager!('POST', `${driverCar.path}/approve`, { id: first.id }))
      expect(await look(device, one.id)).toMatchObject({ status: deviceStates.active, activeTime: expect.any(String) })
      const driverId = String(given.driverId)
      expect(await look(driverMessage, driverId)).toMatchObject({ carCount: 1 })
      const off = await send.ops_manager!('POST', `${driverMessage.path}/disable`, { id: driverId, reason })
      expect(off.message).toContain('粤B1A2B3 正在运营')
      must(await send.ops_manager!('POST', `${driverCar.path}/unbind`, { id: first.id, reason }))
      expect(await look(driverMessage, driverId)).toMatchObject({ carCount: 0 })
      must(await again({ plateNo: '粤B1A2B3', deviceIds: one.id }))
    })

    it('hold a device once, also for two who ask at once, and let it go before it goes elsewhere', async () => {
      const given = await needs.driverCar!()
      const own = { providerId: given.providerId, status: deviceStates.stock }
      const held = must(await admin('POST', `${device.path}/add`, await makeDevice(admin, own)))
      const plates = ['粤B2A0C1', '粤B2A0C2', '粤B2A0C3']
      const both = await Promise.all(
        plates.map((plateNo) => post(driverCar, { ...given, plateNo, deviceIds: held.id })),
      )
      expect(both.map(({ success }) => success).sort()).toEqual([false, false, true])
      const [car] = both.filter(({ success }) => success).map(({ result }) => result as Draft)
      expect(both.find(({ success }) => !success)!.message).toContain(`有设备已在车辆 ${String(car!.plateNo)} 上`)

      const elsewhere = (await add(serviceProvider)).id
      const move = (action: string, body: Draft = {}) =>
        admin('POST', `${device.path}/${action}`, { id: held.id, reason, ...body })
      must(await send.ops_manager!('POST', `${driverCar.path}/approve`, { id: car!.id }))
      const tries = [
        await move('transfer', { providerId: elsewhere }),
        await move('unbind'),
        await move('repair').then(() => move('scrap')),
        await edit(device, String(held.id), { providerId: elsewhere, merchantId: null }),
      ]
      for (const reply of tries)
        expect(reply).toMatchObject({
          status: 400,
          message: expect.stringContaining(`设备在车辆 ${String(car!.plateNo)} 上，请先从车辆中移除`),
        })
      const deleted = await admin('DELETE', `${device.path}/delete?id=${held.id}`)
      expect(deleted.message).toContain('被 1 条司机车辆的“车载设备”引用，不能删除')
      expect(await look(device, String(held.id))).toMatchObject({
        providerId: given.providerId,
        status: deviceStates.repair,
      })

      // A car that was refused holds nothing; what went into another meanwhile it does not get back.
      const second = must(await admin('POST', `${device.path}/add`, await makeDevice(admin, own)))
      const refusedCar = must(await post(driverCar, { ...given, plateNo: '粤B2A0C4', deviceIds: second.id }))
      must(await send.ops_manager!('POST', `${driverCar.path}/reject`, { id: refusedCar.id, reason }))
      must(await post(driverCar, { ...given, plateNo: '粤B2A0C5', deviceIds: second.id }))
      const again = await admin('POST', `${driverCar.path}/resubmit`, { id: refusedCar.id })
      expect(again.message).toContain('有设备已在车辆 粤B2A0C5 上')

      // Whoever takes it out may send it on; at once with another who puts it in, one of them.
      must(await edit(driverCar, String(car!.id), { deviceIds: null }))
      const raced = await Promise.all([
        move('transfer', { providerId: elsewhere }),
        post(driverCar, { ...given, plateNo: '粤B2A0C6', deviceIds: held.id }),
      ])
      expect(raced.filter(({ success }) => success)).toHaveLength(1)
    })

    it('wait for the driver before the car', async () => {
      const given = await needs.driverCar!()
      await set(driverMessage, String(given.driverId), { status: driverStates.waiting })
      const { id } = await add(driverCar, given)
      const reply = await send.ops_manager!('POST', `${driverCar.path}/approve`, { id })
      expect(reply.message).toBe('主班司机尚未通过审核或已停用')
      expect((await look(driverCar, id)).status).toBe('0')
    })
  })

  describe('cards of consumers', () => {
    const day = 86_400_000
    const later = (days: number) => localTime(test.services, new Date(test.services.clock.now().getTime() + days * day))
    const act = (action: string, id: string, body: Draft = {}) =>
      admin('POST', `${userCard.path}/${action}`, { id, reason, ...body })

    it('come with the days of their product and a line for every change by hand', async () => {
      const product = await add(card, { validDays: 30 })
      const made = await add(userCard, { productId: product.id })
      expect(made).toMatchObject({ status: userCardStates.using, source: cardSources.staff, payAmount: '0.00' })
      must(await act('extend', made.id, { days: 5 }))
      const { endTime, adjustDays, changes } = (await look(userCard, made.id)) as unknown as {
        endTime: string
        adjustDays: number
        changes: Draft[]
      }
      expect(adjustDays).toBe(5)
      expect(endTime.slice(0, 10)).toBe(later(35).slice(0, 10))
      expect(changes.map(({ kind }) => kind)).toEqual(['发放', '调整 +5 天'])
      expect(changes[1]).toMatchObject({ reason, person: expect.any(String) })
      expect((await act('extend', made.id, { days: 0 })).message).toBe('天数不能为 0')
      expect((await act('extend', made.id, { days: -36 })).message).toBe('调整后到期时间不能早于生效时间')
    })

    it('stand still while paused, up to the limit', async () => {
      const product = await add(card, { validDays: 30 })
      const { id } = await add(userCard, { productId: product.id })
      must(await act('pause', id))
      await set(userCard, id, { pauseTime: later(-40), pauseDays: 5 })
      must(await act('resume', id))
      const row = await look(userCard, id)
      expect(row).toMatchObject({ pauseDays: 30, status: userCardStates.using, pauseTime: null })
      expect(String(row.endTime).slice(0, 10)).toBe(later(55).slice(0, 10))
      expect((await act('pause', id)).message).toBe('累计暂停不能超过 30 天')
    })

    it('count times, never below those used', async () => {
      const product = await add(onceCard, { times: 5, validDays: 30 })
      const { id } = await add(userCard, { cardKind: cardKinds.times, productId: product.id })
      await set(userCard, id, { usedTimes: 5, status: userCardStates.usedUp })
      expect((await act('adjustTimes', id, { times: -1 })).message).toBe('调整后总次数不能少于已用的 5 次')
      must(await act('adjustTimes', id, { times: 2 }))
      expect(await look(userCard, id)).toMatchObject({ totalTimes: 7, status: userCardStates.using })
      const byDays = await add(userCard)
      expect((await act('adjustTimes', byDays.id, { times: 2 })).status).toBe(409)
    })
  })

  it('the demo adds up: cards sold, click rates, bound numbers', async () => {
    const all = async (resource: Resource) =>
      (await admin('GET', `${resource.path}/list?pageSize=1000&createBy=`)).result.records as Draft[]
    const bought = (await all(userCard)).filter(({ source }) => source === cardSources.bought)
    for (const product of [...(await all(card)), ...(await all(onceCard))]) {
      const own = bought.filter(({ productId }) => productId === product.id)
      expect(own.length, String(product.cardName)).toBe(product.soldCount)
      for (const one of own) expect(one.payAmount).toBe(product.price)
    }
    for (const ad of await all(advertisement))
      if (Number(ad.exposure))
        expect(Number(ad.clickRate)).toBeCloseTo((Number(ad.clicks) / Number(ad.exposure)) * 100, 1)
    // What the tests above made was made by others.
    const ofDemo = async (resource: Resource) => {
      const table = tableOf(resource)
      return test.services.db.select().from(table).where(eq(table.createBy, 'operator'))
    }
    const bound = (await ofDemo(deviceNumber)).filter(({ status }) => status === numberStates.bound)
    const demoDevices = await ofDemo(device)
    expect(demoDevices.length).toBeGreaterThan(900)
    expect(bound.map(({ deviceId }) => deviceId).sort()).toEqual(demoDevices.map(({ id }) => id).sort())
  })
})
