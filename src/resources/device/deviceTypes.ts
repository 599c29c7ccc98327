import { choices } from '#model/choices.ts'

export const deviceTypes = choices('pb_device_type', '设备类型', {
  cabinet: ['1', '充电宝柜机'],
  powerBank: ['2', '充电宝'],
  cable: ['3', '充电线'],
  swapCabinet: ['4', '换电柜'],
  battery: ['5', '电池'],
  carCharger: ['6', '车载充电器'],
})
