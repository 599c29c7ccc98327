/** What was recharged and drawn, and what staff put before each other: adjustments, changes of settings, a cleared difference. */
import { resources } from '#resources/index.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { deviceCommands, commandStates } from '#resources/device/deviceCommand.ts'
import { enableStates } from '#resources/enabled.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { configGroups } from '#resources/finance/appConfig.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import { valueTypes } from '#resources/finance/configValue.ts'
import { adjustStates } from '#resources/finance/ledgerAdjustment.ts'
import { differenceKinds, differenceStates } from '#resources/finance/reconcileDifference.ts'
import { drawStates } from '#resources/product/boxDraw.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'
import { payChannels } from '#resources/product/selling.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { appConfigs } from '../server/seed/app-config.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { accountId } from './accounts.ts'
import { Chance } from './chance.ts'
import type { Consumer } from './consumers.ts'
import { DAY, daysFrom, HOUR, rowBy } from './made-by.ts'
import type { Numbers } from './numbers.ts'
import { picturePath } from './pictures.ts'
import type { Provider } from './providers.ts'
import { trailRows, type Step } from './trail.ts'

type Row = Record<string, unknown>

export interface Draws {
  rows: Row[]
  /** Box → prize → how often it was won. */
  won: Map<string, Map<string, number>>
}

/** Box, 分 a draw, draws, the first and the last so many days ago. */
const BOXES = [
  ['国庆开盒日', 190, 46, 57, 50.5],
  ['周末幸运盒', 290, 38, 8.5, 0.5],
] as const
/** Name, pb_prize_type, 分. Every so-manieth draw wins it. */
const WINS = [
  ['定制充电宝', prizeTypes.goods, 8900, 19],
  ['1 元红包', prizeTypes.wallet, 100, 5],
] as const

/** Paid by WeChat, so that wallets only see it pass; red packets come into the wallet after everything else. */
export function planDraws(numbers: Numbers, consumers: readonly Consumer[], now: Date): Draws {
  const chance = new Chance(173)
  const people = consumers.filter(({ row }) => row.status === consumerStates.normal)
  const won: Draws['won'] = new Map()
  const rows = BOXES.flatMap(([box, price, count, first, last]) => {
    const prizes = new Map<string, number>()
    won.set(box, prizes)
    return Array.from({ length: count }, (_, index): Row => {
      const consumer = people[(index * 3) % people.length]!
      const at = new Date(now.getTime() - (first - ((first - last) * index) / count) * DAY)
      const drawNo = numbers.take('MH', at)
      const hit = WINS.find(([, , , every]) => index % every === every - 1)
      const [prizeName, prizeType, amount] = hit ?? ['谢谢参与', prizeTypes.nothing, 0]
      if (hit) prizes.set(prizeName, (prizes.get(prizeName) ?? 0) + 1)
      const movement = { bizType: 'boxDraw' as const, bizNo: drawNo, createBy: 'miniapp' }
      const outTradeNo = `42${chance.digits(18)}03`
      consumer.payTotal += price
      consumer.account.passBy({
        ...movement,
        at,
        type: amountTypes.box,
        amount: price,
        payChannel: payChannels.wechat,
        outTradeNo,
        remark: `抽${box}`,
      })
      if (prizeType === prizeTypes.wallet) {
        const latest = consumer.account.entries.at(-1)!.at
        const paidAt = latest > at ? latest : at
        consumer.account.move({
          ...movement,
          at: paidAt,
          type: amountTypes.boxPrize,
          direction: directions.income,
          amount,
          remark: prizeName,
        })
      }
      return {
        ...rowBy('miniapp', at),
        id: seedId('boxDraw', drawNo),
        drawNo,
        boxId: seedId('blindBox', box),
        userId: consumer.id,
        price,
        prizeName,
        prizeType,
        amount,
        status:
          prizeType === prizeTypes.nothing
            ? drawStates.nothing
            : prizeType === prizeTypes.goods && box === '周末幸运盒'
              ? drawStates.waiting
              : drawStates.delivered,
        deliverRemark: prizeType === prizeTypes.goods && box !== '周末幸运盒' ? '顺丰 SF1390028814' : undefined,
      }
    })
  })
  return { rows, won }
}

export async function seedDraws(tx: Tx, { rows }: Draws): Promise<void> {
  await insertMany(tx, tableOf(resources.boxDraw), rows)
}

export async function seedRecharges(tx: Tx, consumers: readonly Consumer[]): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.userRecharge),
    consumers.flatMap(({ id, recharges }) =>
      recharges.map(({ no, paid, gift, outTradeNo, at }) => ({
        ...rowBy('miniapp', at),
        id: seedId('userRecharge', no),
        rechargeNo: no,
        userId: id,
        settingId: seedId('recharge', paid),
        payAmount: paid,
        giftAmount: gift,
        payChannel: payChannels.wechat,
        outTradeNo,
      })),
    ),
  )
}

/** Account, direction, 分, why, state: asked for, agreed to by a manager, refused. */
const ADJUSTMENTS = [
  [directions.income, 5600, '门店活动补贴，已附活动协议', adjustStates.waiting],
  [directions.income, 12_800, '重复扣减分润，按核对结果补回', adjustStates.review],
  [directions.expense, 3000, '误发补贴扣回', adjustStates.rejected],
] as const

const steps = (at: Date, asked: string, more: readonly Omit<Step, 'at'>[]): Step[] => [
  { step: '申请', result: '已提交', at, by: asked, host: '浏览器' },
  ...more.map((step, index) => ({ ...step, at: new Date(at.getTime() + (index + 1) * HOUR) })),
]

export async function seedApprovedMoney(
  tx: Tx,
  numbers: Numbers,
  providers: readonly Provider[],
  now: Date,
): Promise<void> {
  const agents = providers.filter(({ level, row }) => level === 3 && row.status === enableStates.on)
  const trails: Row[] = []
  const agreed: Omit<Step, 'at'> = { step: '审核', result: '通过，待复核', by: 'ops_manager', host: '企业微信' }
  const refused: Omit<Step, 'at'> = {
    step: '审核',
    result: '驳回',
    by: 'ops_manager',
    host: '钉钉',
    reason: '凭证与金额不符',
  }
  const adjustments = ADJUSTMENTS.map(([direction, amount, adjustReason, status], index) => {
    const at = new Date(now.getTime() - (index * 7 + 3) * HOUR)
    const adjustNo = numbers.take('TZ', at)
    const id = seedId('adjustment', adjustNo)
    trails.push(
      ...trailRows(
        'adjustment',
        id,
        steps(
          at,
          'cashier',
          status === adjustStates.review ? [agreed] : status === adjustStates.rejected ? [refused] : [],
        ),
      ),
    )
    const agent = agents[index]!
    return {
      ...rowBy('cashier', at, agent.orgCode),
      id,
      adjustNo,
      ownerType: ownerTypes.provider,
      ownerId: agent.id,
      direction,
      amount,
      adjustReason,
      voucher: picturePath('license'),
      status,
      dueTime: status === adjustStates.rejected ? undefined : new Date(at.getTime() + DAY).toISOString(),
    }
  })
  await insertMany(tx, tableOf(resources.ledgerAdjustment), adjustments)
  await insertMany(tx, lineTablesOf(resources.ledgerAdjustment).auditTrail, trails)
  await seedPoster(tx, now)
  await seedChanges(tx, numbers, now)
}

/** What a picture is needed for, and only a demo has one. */
const seedPoster = (tx: Tx, now: Date) =>
  insertMany(tx, tableOf(resources.appConfig), [
    {
      ...rowBy('ops_manager', daysFrom(now, -40)),
      id: seedId('appConfig', TENANT, 'share.poster'),
      groupCode: configGroups.sharing,
      configKey: 'share.poster',
      configName: '分享海报',
      valueType: valueTypes.image,
      configValue: picturePath('poster'),
      needAudit: 'N',
      status: enableStates.on,
      remark: '从小程序分享时带的图片',
    },
  ])

/** Key, from, to, why, state: one waits, one has come into effect. */
const CHANGES = [
  ['withdraw.feeRate', '0.6', '0.5', '渠道费率下调，让利给代理商', configChangeStates.waiting, 4],
  ['billing.dayCap', '28', '30', '与合同约定的日封顶一致', configChangeStates.done, 240],
] as const

async function seedChanges(tx: Tx, numbers: Numbers, now: Date): Promise<void> {
  const trails: Row[] = []
  const rows = CHANGES.map(([configKey, beforeValue, afterValue, changeReason, status, hours]) => {
    const at = new Date(now.getTime() - hours * HOUR)
    const changeNo = numbers.take('PZ', at)
    const id = seedId('configChange', changeNo)
    const done: Omit<Step, 'at'>[] =
      status === configChangeStates.done
        ? [
            { step: '复核', result: '通过', by: 'finance', host: '企业微信' },
            { step: '生效', result: '已生效' },
          ]
        : []
    trails.push(...trailRows('configChange', id, steps(at, 'ops_manager', done)))
    return {
      ...rowBy('ops_manager', at),
      id,
      changeNo,
      configId: seedId('appConfig', TENANT, configKey),
      configKey,
      valueType: appConfigs[configKey]!.type,
      unit: appConfigs[configKey]!.unit,
      beforeValue,
      afterValue,
      effectTime: at.toISOString(),
      changeReason,
      status,
      dueTime: status === configChangeStates.waiting ? new Date(at.getTime() + DAY).toISOString() : undefined,
    }
  })
  await insertMany(tx, tableOf(resources.configChange), rows)
  await insertMany(tx, lineTablesOf(resources.configChange).auditTrail, trails)
  const found = daysFrom(now, -20)
  await insertMany(tx, tableOf(resources.reconcileDifference), [
    {
      ...rowBy('system', found),
      id: seedId('difference', 1),
      diffNo: numbers.take('DZ', found),
      kind: differenceKinds.payOut,
      subject: '提现打款',
      bizNo: 'TX20260101000001',
      expected: 0,
      actual: 5000,
      difference: 5000,
      detail: '渠道已付，账上没有这笔提现',
      foundTime: found.toISOString(),
      lastTime: found.toISOString(),
      status: differenceStates.cleared,
      handlerId: accountId('finance'),
      clearTime: daysFrom(now, -19).toISOString(),
      clearReason: '渠道测试付款，已由渠道退回',
    },
  ])
}
/** Orders given to cabinets from afar. */
const COMMANDS = [
  [deviceCommands.eject, 3, commandStates.done, '已弹出', '用户还不上，来电请求弹出'],
  [deviceCommands.inspect, undefined, commandStates.done, '在线，信号 4 格', '例行查询'],
  [deviceCommands.reboot, undefined, commandStates.failed, '设备离线，指令未送达', '柜机无响应'],
] as const

export async function seedCommands(
  tx: Tx,
  numbers: Numbers,
  cabinets: readonly { id: string; orgCode: string }[],
  now: Date,
) {
  await insertMany(
    tx,
    tableOf(resources.deviceCommand),
    COMMANDS.map(([command, slot, status, answer, commandReason], index) => {
      const at = new Date(now.getTime() - (index + 2) * 9 * HOUR)
      const commandNo = numbers.take('ZL', at)
      return {
        ...rowBy('operator', at, cabinets[index]!.orgCode),
        id: seedId('deviceCommand', commandNo),
        commandNo,
        deviceId: cabinets[index]!.id,
        command,
        slot,
        commandReason,
        status,
        answer,
        sentTime: at.toISOString(),
        finishTime: new Date(at.getTime() + 4000).toISOString(),
      }
    }),
  )
}
