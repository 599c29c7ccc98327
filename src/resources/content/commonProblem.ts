import { category, dict, integer, richText, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { shelfActions, shelfStatus } from '../shelf.ts'

/** What consumers ask often, with the answer. */
export const commonProblem = defineResource({
  name: 'commonProblem',
  label: '常见问题',
  title: 'title',
  scope: 'tenant',
  unique: [['category', 'title']],
  fields: {
    category: dict('分类', 'pb_problem_type', { required: true }),
    topic: category('细分主题', { under: 'A01' }),
    title: text('问题', { required: true, max: 100, width: 280 }),
    answer: richText('答案', { required: true }),
    channel: dict('展示渠道', 'pb_channel', { multiple: true, hint: '不选为全部渠道' }),
    isHot: toggle('热门', { required: true, inList: true }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: shelfStatus,
    views: integer('浏览', { readOnly: true, initial: 0 }),
    useful: integer('有用', { readOnly: true, initial: 0 }),
    useless: integer('无用', { readOnly: true, initial: 0 }),
  },
  list: {
    columns: [
      'title',
      'category',
      'topic',
      'status',
      'isHot',
      'channel',
      'views',
      'useful',
      'useless',
      'sortNo',
      'updateTime',
    ],
    filters: ['title', 'category', 'topic', 'channel', 'isHot', 'status'],
    order: 'sortNo',
    card: { subtitle: 'category', badge: 'status', aside: 'views', facts: ['useful', 'useless', 'isHot'] },
    totals: ['views', 'useful', 'useless'],
  },
  form: [{ title: '常见问题', fields: ['category', 'topic', 'title', 'answer', 'channel', 'isHot', 'sortNo'] }],
  actions: shelfActions,
  menu: { group: 'content', icon: 'question-circle', order: 60 },
})
