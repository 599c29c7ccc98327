import { choices } from '#model/choices.ts'
import { area, choice, dateTime, image, integer, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { jumpAddress, jumpProblem, jumpTypes } from '../jump.ts'
import { shelfActions, shelfStatus } from '../shelf.ts'
import { adPlaces, channels } from './places.ts'

export const showStates = choices('pb_show_state', '展示状态', {
  off: ['0', '未上架', 'default'],
  planned: ['1', '待展示', 'blue'],
  showing: ['2', '展示中', 'green'],
  over: ['3', '已结束', 'default'],
})

/** A picture that turns at the top of a page of the consumer app, in its window of time. */
export const banner = defineResource({
  name: 'banner',
  label: '轮播图',
  title: 'title',
  scope: 'tenant',
  fields: {
    title: text('标题', { required: true, max: 50, width: 200 }),
    image: image('图片', { required: true, hint: '750×300，png 或 jpg，不超过 1 MB' }),
    channel: choice('渠道', channels, { required: true, multiple: true, initial: 'wechat' }),
    position: choice('位置', adPlaces, { required: true, initial: 'bottom' }),
    jumpType: choice('跳转类型', jumpTypes, { required: true, initial: 'none' }),
    jumpUrl: text('跳转地址', { ...jumpAddress, max: 255 }),
    areaCodes: area('展示城市', { multiple: true, hint: '不选为全部城市' }),
    startTime: dateTime('开始时间', { hint: '不填为上架即展示' }),
    endTime: dateTime('结束时间', { hint: '不填为一直展示' }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: shelfStatus,
    showState: choice('展示状态', showStates, { readOnly: true, initial: 'off' }),
    clicks: integer('点击量', { readOnly: true, initial: 0 }),
  },
  list: {
    columns: ['title', 'image', 'position', 'channel', 'status', 'showState', 'startTime', 'endTime', 'jumpType', 'areaCodes', 'clicks', 'sortNo'],
    filters: ['title', 'position', 'channel', 'status', 'showState', 'startTime', 'endTime'],
    order: 'sortNo',
    card: { subtitle: 'position', badge: 'showState', aside: 'clicks', facts: ['startTime', 'endTime', 'channel'] },
    totals: ['clicks'],
  },
  form: [
    { title: '轮播图', fields: ['title', 'image', 'channel', 'position', 'sortNo'] },
    { title: '跳转', fields: ['jumpType', 'jumpUrl'] },
    { title: '展示范围', fields: ['areaCodes', 'startTime', 'endTime'] },
  ],
  actions: shelfActions,
  check(draft) {
    if (draft.startTime && draft.endTime && draft.startTime >= draft.endTime) return { endTime: '结束时间须晚于开始时间' }
    return jumpProblem(draft)
  },
  menu: { group: 'content', icon: 'picture', order: 20 },
})
