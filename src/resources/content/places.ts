import { choices } from '#model/choices.ts'

export const adPlaces = choices('pb_ad_place', '广告位', {
  start: ['1', '启动页'],
  popup: ['2', '首页弹窗'],
  bottom: ['3', '首页底部'],
  scan: ['4', '扫码页'],
  rented: ['5', '租借成功页'],
  orders: ['6', '订单列表'],
  order: ['7', '订单详情'],
  help: ['8', '帮助页'],
  screen: ['9', '设备屏'],
})

export const channels = choices('pb_channel', '渠道', {
  wechat: ['1', '微信小程序'],
  alipay: ['2', '支付宝小程序'],
  app: ['3', 'APP'],
  screen: ['4', '设备屏'],
})
