/** A believable platform that adds up. Everything follows from one seed of chance; only dates are relative to now. */
import { resources } from '#resources/index.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { providerLevels, subjectTypes } from '#resources/partner/levels.ts'
import { enableStates } from '#resources/enabled.ts'
import { authStates, consumerStates } from '#resources/customer/userMessage.ts'
import { tableOf } from '../server/db/table.ts'
import type { FileStore } from '../server/kernel/ports/files.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedCategories } from '../server/seed/categories.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { seedAccountChanges } from './account-changes.ts'
import { departId, SECOND_TENANT, seedAccounts } from './accounts.ts'
import { planAdvertisements, seedAdvertisements } from './advertisements.ts'
import { seedAnnouncements } from './announcements.ts'
import { seedBanners } from './banners.ts'
import { seedBlindBoxes } from './blind-boxes.ts'
import { seedCancelReasons } from './cancel-reasons.ts'
import { Chance } from './chance.ts'
import { planDraws, seedApprovedMoney, seedCommands, seedDraws, seedRecharges } from './counter.ts'
import { seedChatAccounts } from './chat-accounts.ts'
import { planApplications, seedApplications } from './applications.ts'
import { Complaints, seedComplaints } from './complaints.ts'
import { planConsumers, planNewcomers, seedConsumers } from './consumers.ts'
import { Deposits, seedDeposits } from './deposits.ts'
import { seedDeviceNumbers } from './device-numbers.ts'
import { planDevices, seedDevices } from './devices.ts'
import { Drivers, seedDrivers } from './drivers.ts'
import { bookOrders, bookRefunds } from './income.ts'
import { seedExamples } from './examples.ts'
import { seedGatewayRoutes } from './gateway-routes.ts'
import { seedOnlineForms } from './online-forms.ts'
import { seedLedger } from './ledger.ts'
import { seedLogs } from './logs.ts'
import { seedMessages } from './messages.ts'
import { Numbers } from './numbers.ts'
import { numbered, planOrders } from './orders.ts'
import { seedPermissions } from './permissions.ts'
import { seedPictures } from './pictures.ts'
import { seedProblems } from './problems.ts'
import { planProducts, seedProducts } from './products.ts'
import { seedPushNotices } from './push-notices.ts'
import { Rentals, seedRentals } from './rentals.ts'
import { seedReports } from './reports.ts'
import { planRides } from './rides.ts'
import { planProviders, seedProviders, signedInProvider } from './providers.ts'
import { seedTrends } from './trends.ts'
import { planUserCards, seedUserCards } from './user-cards.ts'
import { planWithdrawals, seedWithdrawals, Withdrawals } from './withdrawals.ts'

export { demoAccounts, usernames } from './accounts.ts'

export interface DemoOptions {
  now: Date
  timeZone: string
  password: string
  files: FileStore
}

/** Everything that must add up, worked out before anything is written. Throws where the books would not close. */
export function planDemo({ now, timeZone }: Pick<DemoOptions, 'now' | 'timeZone'>) {
  const chance = new Chance(2026)
  const numbers = new Numbers(timeZone)
  const providers = planProviders(chance, numbers, now)
  const consumers = planConsumers(chance, numbers, now, providers)
  const drivers = new Drivers(numbers, now)
  drivers.plan(providers)
  const placed = planOrders(chance, now, consumers, providers)
  const orders = numbered([...placed, ...planRides(now, consumers, drivers)], numbers)
  const books = bookOrders(chance, orders, consumers, providers, now)
  const withdrawals = new Withdrawals(chance, numbers, now)
  const own = signedInProvider(providers)
  planWithdrawals(withdrawals, chance, now, providers, consumers, books, own)
  const devices = planDevices(providers, now)
  const rentals = new Rentals(numbers, devices.cabinets, now)
  const [rides, stays] = [orders.filter(({ ride }) => ride), orders.filter(({ ride }) => !ride)]
  for (const order of stays) rentals.finished(order)
  rentals.open(consumers, stays)
  const deposits = new Deposits(numbers, rentals, now)
  deposits.plan(consumers)
  const complaints = new Complaints(numbers, now)
  complaints.plan(rentals)
  for (const order of rides) rentals.ride(order)
  const applications = planApplications(numbers, providers, now)
  const products = planProducts(numbers, now)
  const userCards = planUserCards(numbers, consumers, products, now)
  const draws = planDraws(numbers, consumers, now)
  const advertisements = planAdvertisements(numbers, providers, now)
  bookRefunds(stays)
  const newcomers = planNewcomers(numbers, now, providers)
  return {
    ...{ numbers, providers, consumers, newcomers, own, books, withdrawals, devices, rentals, deposits, complaints },
    ...{ applications, products, userCards, draws, drivers, advertisements },
  }
}

/** Everybody's money. */
export const accountsOf = ({ books, consumers, drivers }: ReturnType<typeof planDemo>) => [
  ...books.accounts.values(),
  ...[...consumers, ...drivers.drivers].map(({ account }) => account),
]

export async function seedDemo(tx: Tx, { now, timeZone, password, files }: DemoOptions): Promise<void> {
  const plan = planDemo({ now, timeZone })
  const { numbers, providers, consumers, own, books, withdrawals, devices, rentals, deposits, complaints } = plan
  const { applications, products, userCards, draws, drivers, advertisements } = plan

  await seedAccounts(tx, now, own.orgCode, password)
  await seedProviders(tx, providers, (provider) => {
    const { balance, frozen, totalIncome } = books.accounts.get(provider)!
    return { balance, frozen, totalIncome }
  })
  await seedConsumers(tx, [...consumers, ...plan.newcomers])
  await seedLedger(tx, accountsOf(plan), numbers)
  await seedWithdrawals(tx, withdrawals)
  await seedPictures(tx, files)
  await seedDevices(tx, devices.cabinets, devices.rows)
  await seedRentals(tx, rentals)
  await seedDeposits(tx, deposits)
  await seedComplaints(tx, complaints)
  await seedApplications(tx, applications)
  await seedCancelReasons(tx, now)
  await seedProducts(tx, products, providers, now)
  await seedUserCards(tx, userCards)
  await seedBlindBoxes(tx, products, draws, now)
  await seedDraws(tx, draws)
  await seedRecharges(tx, consumers)
  await seedApprovedMoney(tx, numbers, providers, now)
  await seedAccountChanges(tx, numbers, providers, now)
  await seedCommands(
    tx,
    numbers,
    devices.cabinets.map(({ id, merchant }) => ({ id, orgCode: merchant.orgCode })),
    now,
  )
  await seedDrivers(tx, drivers)
  await seedDeviceNumbers(tx, [...devices.rows, ...drivers.devices], providers, now)
  await seedAdvertisements(tx, advertisements)
  await seedBanners(tx, now)
  await seedPushNotices(tx, consumers, providers, drivers.working, now)
  await seedTrends(tx, consumers, now)
  await seedProblems(tx, now)
  await seedExamples(tx)
  await seedPermissions(tx, numbers, now)
  await seedGatewayRoutes(tx, now)
  await seedOnlineForms(tx, now)
  await seedReports(tx, now)
  await seedMessages(tx, now)
  const waiting = withdrawals.rows.find(({ status }) => status === withdrawStates.waiting)
  await seedAnnouncements(tx, now, waiting && String(waiting.id))
  await seedChatAccounts(tx, now)
  await seedLogs(tx, now)
  await seedSecondTenant(tx, numbers, now)
  await numbers.save(tx)
}

/** One consumer and one agent of the other tenant, so that it is seen what must not be seen. */
async function seedSecondTenant(tx: Tx, numbers: Numbers, now: Date): Promise<void> {
  await seedCategories(tx, SECOND_TENANT, () => true)
  const common = { tenantId: SECOND_TENANT, sysOrgCode: 'A01', createBy: 'two_tenants', createTime: now.toISOString() }
  await insertMany(tx, tableOf(resources.serviceProvider), [
    {
      ...common,
      id: seedId('provider', 'second'),
      providerNo: numbers.take('FW', now),
      providerName: '海南椰电新能源有限公司',
      level: providerLevels.province,
      subjectType: subjectTypes.firm,
      contactName: '符振宇',
      contactPhone: '13807550001',
      areaCode: '460100',
      address: '龙昆北路2号',
      departId: departId('A01', SECOND_TENANT),
      balance: 0,
      frozen: 0,
      totalIncome: 0,
      status: enableStates.on,
    },
  ])
  await insertMany(tx, tableOf(resources.userMessage), [
    {
      ...common,
      id: seedId('consumer', 'second'),
      userNo: numbers.take('YH', now),
      nickName: '椰子',
      phone: '13807550002',
      authStatus: authStates.none,
      balance: 0,
      giftBalance: 0,
      frozen: 0,
      orderCount: 0,
      payTotal: 0,
      oweAmount: 0,
      status: consumerStates.normal,
      registerTime: now.toISOString(),
    },
  ])
}
