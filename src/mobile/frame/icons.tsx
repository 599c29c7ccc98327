/** Pictures for the names the menu uses; a menu entry without one shows the first sign of its title. */
import {
  AppstoreOutline,
  BankcardOutline,
  BillOutline,
  CollectMoneyOutline,
  ContentOutline,
  FileOutline,
  GlobalOutline,
  HandPayCircleOutline,
  KeyOutline,
  LocationOutline,
  PayCircleOutline,
  PhoneFill,
  SetOutline,
  ShopbagOutline,
  TeamOutline,
  UnorderedListOutline,
  UserContactOutline,
  UserOutline,
  UserSetOutline,
} from 'antd-mobile-icons'
import type { ComponentType } from 'react'

const pictures: Readonly<Record<string, ComponentType>> = {
  'pay-circle': PayCircleOutline,
  'account-book': BillOutline,
  control: SetOutline,
  setting: SetOutline,
  tool: SetOutline,
  shop: ShopbagOutline,
  cluster: AppstoreOutline,
  contacts: UserContactOutline,
  user: UserOutline,
  team: TeamOutline,
  menu: UnorderedListOutline,
  apartment: TeamOutline,
  idcard: BankcardOutline,
  solution: UserSetOutline,
  book: ContentOutline,
  wallet: HandPayCircleOutline,
  money: CollectMoneyOutline,
  global: GlobalOutline,
  bank: GlobalOutline,
  key: KeyOutline,
  phone: PhoneFill,
  environment: LocationOutline,
  file: FileOutline,
}

export function MenuIcon({ name, title }: { name?: string | undefined; title: string }) {
  const Picture = name ? pictures[name] : undefined
  return Picture ? <Picture /> : <>{title.slice(0, 1)}</>
}
