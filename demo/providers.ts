/** Five levels of service providers, each with its department below its parent's and its terms. */
import type { ValueIn } from '#model/choices.ts'
import { areaList } from '@vant/area-data'
import { resources } from '#resources/index.ts'
import { subjectTypes, industries } from '#resources/partner/levels.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { settleCycles } from '#resources/partner/serviceProviderConfig.ts'
import { enableStates } from '#resources/enabled.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { accountId, departId, departRow, OPERATIONS, PROVIDER_ACCOUNT } from './accounts.ts'
import type { Chance } from './chance.ts'
import { mobile, personName } from './names.ts'
import type { Numbers } from './numbers.ts'

const DAY = 86_400_000
const CITIES: Record<string, string> = areaList.city_list
const COUNTIES: Record<string, string> = areaList.county_list

export interface Provider {
  id: string
  name: string
  level: 1 | 2 | 3 | 4 | 5
  parent?: Provider
  orgCode: string
  areaCode: string
  /** 1 a person, whose pay-outs are taxed; 2, 3 businesses. */
  subjectType: ValueIn<typeof subjectTypes>
  contactName: string
  contactPhone: string
  /** Hundredths of a percent of every order below. */
  shareRatio: number
  settleCycle: ValueIn<typeof settleCycles>
  /** 分 */
  withdrawMax: number
  bank: { accountType: ValueIn<typeof accountTypes>; bankName: string; bankNo: string; accountName: string }
  createTime: Date
  deviceCount: number
  activeCount: number
  row: Record<string, unknown>
}

const PROVINCES = [
  { code: '440000', name: '广东', cities: ['440300', '440100', '440600'] },
  { code: '330000', name: '浙江', cities: ['330100', '330200', '330300'] },
  { code: '320000', name: '江苏', cities: ['320100', '320500'] },
  { code: '510000', name: '四川', cities: ['510100', '510700'] },
  { code: '420000', name: '湖北', cities: ['420100', '420500'] },
] as const
const COMPANY = ['迅电', '捷充', '恒能', '云电', '畅电', '电立方', '易充', '安能', '顺达', '聚能', '星充', '绿动']
const CHAINS = [
  '喜家德',
  '好又多便利',
  '如悦酒店',
  '万象影城',
  '乐享KTV',
  '老街火锅',
  '蓝湾网咖',
  '清泉足道',
  '悦美美容',
  '聚贤棋牌',
]
// prettier-ignore
const MERCHANTS: readonly [industry: string, names: readonly string[]][] = [
  [industries.hotel, ['锦江之星店', '四季酒店', '城市便捷酒店']], [industries.internetCafe, ['极速网咖', '星际电竞馆']], [industries.catering, ['巷子口小馆', '阿婆面馆', '渔家小厨', '川味观', '东来顺']],
  [industries.ktv, ['夜色酒吧', '金色年华KTV']], [industries.spa, ['康足堂', '云水汤泉']], [industries.beauty, ['丝语造型', '美丽田园']], [industries.chess, ['雀友棋牌', '东风茶社']],
  [industries.cinema, ['大地影院', '星美影城']], [industries.mall, ['银泰商场', '天虹商场', '百联购物中心']], [industries.hospital, ['人民医院门诊', '中医院住院部']], [industries.hub, ['高铁站候车厅', '客运站大厅']], [industries.other, ['图书馆', '游客中心']],
]
const INDUSTRY_OF_CHAIN = [
  industries.catering,
  industries.mall,
  industries.hotel,
  industries.cinema,
  industries.ktv,
  industries.catering,
  industries.internetCafe,
  industries.spa,
  industries.beauty,
  industries.chess,
]
const BANKS = ['中国工商银行', '中国建设银行', '招商银行', '中国农业银行', '中国银行', '交通银行']
const RATIOS = { 1: [300, 500], 2: [500, 800], 3: [800, 1200], 4: [1000, 1500], 5: [2500, 4000] } as const

/** Where its city is, in degrees: longitude, latitude. */
const CENTRES: Readonly<Record<string, readonly [lng: number, lat: number]>> = {
  '4403': [114.06, 22.55],
  '4401': [113.27, 23.13],
  '4406': [113.12, 23.02],
  '3301': [120.16, 30.27],
  '3302': [121.55, 29.87],
  '3303': [120.7, 28.0],
  '3201': [118.8, 32.06],
  '3205': [120.59, 31.3],
  '5101': [104.07, 30.57],
  '5107': [104.68, 31.47],
  '4201': [114.3, 30.59],
  '4205': [111.29, 30.69],
}

/** Within some ten kilometres; a province sits in its first city. */
function near(areaCode: string, chance: Chance) {
  const [city] = PROVINCES.find(({ code }) => code === areaCode)?.cities ?? [areaCode]
  const [lng, lat] = CENTRES[city.slice(0, 4)]!
  const around = (degrees: number) => Math.round((degrees + (chance.next() - 0.5) * 0.2) * 1e6) / 1e6
  return { lng: around(lng), lat: around(lat) }
}

/** 5 provinces, 12 cities, 24 districts, 30 shops, 60 merchants; every parent stands before its children. */
export function planProviders(chance: Chance, numbers: Numbers, now: Date): Provider[] {
  const all: Provider[] = []
  const children = new Map<string, number>()
  const bornAfter = new Map<Provider, number>()

  const add = (
    level: Provider['level'],
    name: string,
    areaCode: string,
    parent: Provider | undefined,
    industry?: string,
  ): Provider => {
    const above = parent?.orgCode ?? OPERATIONS
    const count = (children.get(above) ?? 0) + 1
    children.set(above, count)
    const index = all.length
    const age = parent ? bornAfter.get(parent)! - chance.int(5, 40) : chance.int(420, 520)
    const createTime = new Date(now.getTime() - Math.max(age, 95) * DAY - chance.int(0, 8) * 3_600_000)
    const subjectType =
      level <= 2
        ? subjectTypes.firm
        : level === 3
          ? chance.pick([subjectTypes.person, subjectTypes.firm] as const)
          : chance.pick([subjectTypes.person, subjectTypes.soleTrader, subjectTypes.firm] as const)
    const contactName = personName(chance)
    const orgCode = `${above}A${String(count).padStart(2, '0')}`
    const contractEnd = new Date(now.getTime() + (index % 17 === 3 ? chance.int(3, 28) : chance.int(60, 700)) * DAY)
    const [low, high] = RATIOS[level]
    const provider: Provider = {
      id: seedId('provider', index),
      name,
      level,
      parent,
      orgCode,
      areaCode,
      subjectType,
      contactName,
      contactPhone: mobile(chance, 20_000 + index),
      shareRatio: chance.int(low / 50, high / 50) * 50,
      settleCycle: level <= 2 ? settleCycles.nextMonth : level === 3 ? settleCycles.week : settleCycles.nextDay,
      withdrawMax: level <= 2 ? 5_000_000 : level === 3 ? 1_000_000 : 400_000,
      bank: {
        accountType: subjectType === subjectTypes.person ? accountTypes.person : accountTypes.firm,
        bankName: `${chance.pick(BANKS)}${CITIES[`${areaCode.slice(0, 4)}00`] ?? ''}支行`,
        bankNo: `62${chance.digits(4)}${chance.digits(13)}`,
        accountName: subjectType === subjectTypes.person ? contactName : name,
      },
      createTime,
      deviceCount: 0,
      activeCount: 0,
      row: {},
    }
    bornAfter.set(provider, age)
    provider.row = {
      id: provider.id,
      tenantId: TENANT,
      sysOrgCode: orgCode,
      createBy: level === 1 ? 'admin' : 'operator',
      createTime: createTime.toISOString(),
      providerNo: numbers.take('FW', createTime),
      providerName: name,
      level: String(level),
      parentId: parent?.id,
      subjectType,
      industry,
      contactName,
      contactPhone: provider.contactPhone,
      areaCode,
      address: `${COUNTIES[areaCode] ?? CITIES[areaCode] ?? ''}${chance.pick(['人民', '解放', '中山', '建设', '和平', '科技'])}路${chance.int(1, 380)}号`,
      ...near(areaCode, chance),
      businessHours: level >= 4 ? chance.pick(['09:00-22:00', '10:00-23:00', '00:00-24:00']) : undefined,
      salesmanId: accountId(chance.pick(['operator', 'two_departs'])),
      departId: departId(orgCode),
      contractEnd: contractEnd.toLocaleDateString('sv-SE'),
      status: index % 37 === 30 ? enableStates.off : enableStates.on,
    }
    all.push(provider)
    return provider
  }

  for (const province of PROVINCES) {
    const top = add(
      1,
      `${province.name}${COMPANY[all.length % COMPANY.length]}新能源有限公司`,
      province.cities[0],
      undefined,
    )
    for (const city of province.cities)
      add(2, `${short(CITIES[city]!)}${COMPANY[all.length % COMPANY.length]}科技有限公司`, city, top)
  }
  for (const city of all.filter(({ level }) => level === 2)) {
    const counties = Object.keys(COUNTIES).filter((code) => code.startsWith(city.areaCode.slice(0, 4)))
    for (const county of counties.slice(0, 2))
      add(3, `${short(CITIES[city.areaCode]!)}${COUNTIES[county]}便电服务部`, county, city)
  }
  const districts = all.filter(({ level }) => level === 3)
  for (let index = 0; index < 30; index++) {
    const district = districts[index % districts.length]!
    const chain = index % CHAINS.length
    add(
      4,
      `${CHAINS[chain]}（${COUNTIES[district.areaCode]}${index >= 24 ? '二' : ''}店）`,
      district.areaCode,
      district,
      INDUSTRY_OF_CHAIN[chain],
    )
  }
  const shops = all.filter(({ level }) => level === 4)
  for (let index = 0; index < 60; index++) {
    const shop = shops[index % shops.length]!
    const [industry, names] = MERCHANTS[(index * 7) % MERCHANTS.length]!
    add(5, `${COUNTIES[shop.areaCode]}${chance.pick(names)}${index + 1}号点`, shop.areaCode, shop, industry)
  }
  placeDevices(chance, all)
  return all
}

const short = (city: string) => city.replace(/市$/, '')

/** 300 devices, all at merchants. */
function placeDevices(chance: Chance, all: Provider[]) {
  const merchants = all.filter(({ level }) => level === 5)
  for (const merchant of merchants) merchant.deviceCount = 2
  for (let left = 300 - merchants.length * 2; left > 0; left--) chance.pick(merchants).deviceCount += 1
  for (const merchant of merchants) merchant.activeCount = merchant.deviceCount - (chance.is(0.3) ? 1 : 0)
}

/** From the merchant up to the province. */
export function chainOf(provider: Provider): Provider[] {
  const chain: Provider[] = []
  for (let at: Provider | undefined = provider; at; at = at.parent) chain.push(at)
  return chain
}

/** Shops with a price rule of their own. */
export const SCENIC = '景区门店'
export const scenicShops = (all: readonly Provider[]): readonly Provider[] =>
  all.filter(({ level }) => level === 4).slice(0, 3)

/** The district whose login is provider01. */
export const signedInProvider = (all: readonly Provider[]): Provider => all.find(({ level }) => level === 2)!

export async function seedProviders(
  tx: Tx,
  all: readonly Provider[],
  standing: (provider: Provider) => { balance: number; frozen: number; totalIncome: number },
): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.sysDepart),
    all.map(({ orgCode, name, contactPhone, createTime }) =>
      departRow(orgCode, name, TENANT, { mobile: contactPhone, createTime: createTime.toISOString() }),
    ),
  )
  const owner = signedInProvider(all)
  await insertMany(
    tx,
    tableOf(resources.serviceProvider),
    all.map((provider) => ({
      ...provider.row,
      userId: provider === owner ? accountId(PROVIDER_ACCOUNT) : undefined,
      ...standing(provider),
    })),
  )
  await insertMany(
    tx,
    tableOf(resources.serviceProviderConfig),
    all.map((provider, index) => ({
      id: seedId('providerConfig', index),
      tenantId: TENANT,
      sysOrgCode: provider.orgCode,
      createBy: 'admin',
      createTime: provider.createTime.toISOString(),
      providerId: provider.id,
      shareRatio: provider.shareRatio,
      settleCycle: provider.settleCycle,
      packageGroupId: scenicShops(all).includes(provider) ? seedId('packageGroup', SCENIC) : undefined,
      withdrawMin: 1000,
      withdrawMax: provider.withdrawMax,
      withdrawFeeRate: 60,
      withdrawDayTimes: 1,
      autoWithdraw: 'N',
      refundLimit: 2000,
      allowPrice: provider.level === 5 && index % 3 === 0 ? 'Y' : 'N',
      ...(provider.level === 5 && index % 3 === 0 && { priceMin: 100, priceMax: 600 }),
      ...provider.bank,
      servicePhone: provider.contactPhone,
    })),
  )
}
