import { choices } from '#model/choices.ts'
import { category, choice, integer, richText, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { shelfActions, shelfStatus } from '../shelf.ts'
import { channels } from './places.ts'

export const problemTypes = choices('pb_problem_type', '问题分类', {
  rent: ['1', '租借'],
  giveBack: ['2', '归还'],
  billing: ['3', '计费'],
  deposit: ['4', '押金'],
  cards: ['5', '卡券'],
  withdraw: ['6', '提现'],
  join: ['7', '加盟'],
})

/** What consumers ask often, with the answer. */
export const commonProblem = defineResource({
  name: 'commonProblem',
  label: '常见问题',
  title: 'title',
  scope: 'tenant',
  unique: [['category', 'title']],
  fields: {
    category: choice('分类', problemTypes, { required: true }),
    topic: category('细分主题', { under: 'A01' }),
    title: text('问题', { required: true, max: 100, width: 280 }),
    answer: richText('答案', { required: true }),
    channel: choice('展示渠道', channels, { multiple: true, hint: '不选为全部渠道' }),
    isHot: toggle('热门', { required: true, inList: true }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: shelfStatus,
    views: integer('浏览', { readOnly: true, initial: 0 }),
    useful: integer('有用', { readOnly: true, initial: 0 }),
    useless: integer('无用', { readOnly: true, initial: 0 }),
  },
  list: {
    columns: ['title', 'category', 'topic', 'status', 'isHot', 'channel', 'views', 'useful', 'useless', 'sortNo', 'updateTime'],
    filters: ['title', 'category', 'topic', 'channel', 'isHot', 'status'],
    order: 'sortNo',
    card: { subtitle: 'category', badge: 'status', aside: 'views', facts: ['useful', 'useless', 'isHot'] },
    totals: ['views', 'useful', 'useless'],
  },
  form: [{ title: '常见问题', fields: ['category', 'topic', 'title', 'answer', 'channel', 'isHot', 'sortNo'] }],
  actions: shelfActions,
  menu: { group: 'content', icon: 'question-circle', order: 60 },
})
