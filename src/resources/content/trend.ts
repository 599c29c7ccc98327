import { choices } from '#model/choices.ts'
import { area, choice, dateTime, image, integer, markdown, ref, tags, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { tagsIn } from '#model/tags.ts'
import { publishStates } from './publishStates.ts'

export const trendTypes = choices('pb_trend_type', '动态类型', {
  platform: ['1', '平台动态'],
  event: ['2', '活动'],
  news: ['3', '行业资讯'],
  shared: ['4', '用户分享'],
})

const MOST_TAGS = 5

/** News of the platform, campaigns, and what consumers share. */
export const trend = defineResource({
  name: 'trend',
  label: '动态',
  title: 'title',
  scope: 'tenant',
  fields: {
    trendType: choice('类型', trendTypes, { required: true }),
    title: text('标题', { required: true, max: 60, width: 240 }),
    cover: image('封面', { required: true }),
    summary: text('摘要', { max: 120, width: 260 }),
    content: markdown('内容', { required: true }),
    author: text('作者', { max: 32 }),
    userId: ref('分享用户', 'userMessage', { requiredWhen: { trendType: ['shared'] } }),
    tags: tags('标签', { max: 64, hint: '每两个字一个，最多 5 个' }),
    areaCodes: area('城市', { multiple: true, hint: '不选为全部城市' }),
    isTop: toggle('置顶', { required: true }),
    publishTime: dateTime('发布时间', { hint: '不填为发布的那一刻；填以后的时间到时发布' }),
    views: integer('浏览', { readOnly: true, initial: 0 }),
    likes: integer('点赞', { readOnly: true, initial: 0 }),
    status: choice('状态', publishStates, { readOnly: true, initial: 'draft' }),
  },
  list: {
    columns: ['title', 'cover', 'trendType', 'status', 'isTop', 'author', 'tags', 'views', 'likes', 'publishTime', 'createTime'],
    filters: ['title', 'trendType', 'status', 'isTop', 'tags', 'publishTime'],
    card: { subtitle: 'trendType', badge: 'status', aside: 'views', facts: ['publishTime', 'likes', 'isTop'] },
    totals: ['views', 'likes'],
  },
  form: [
    { title: '动态', fields: ['trendType', 'title', 'cover', 'summary', 'content'] },
    { title: '发布', fields: ['author', 'userId', 'tags', 'areaCodes', 'isTop', 'publishTime'] },
  ],
  actions: {
    publish: { label: '发布', when: { status: ['draft', 'revoked'] }, batch: true, confirm: '发布后用户可见。' },
    revoke: { label: '撤回', when: { status: ['planned', 'out'] }, permission: 'publish', batch: true, danger: true, confirm: '撤回后用户不再看到它。' },
    top: { label: '置顶', when: { isTop: ['N'] }, permission: 'edit' },
    untop: { label: '取消置顶', when: { isTop: ['Y'] }, permission: 'edit' },
  },
  check(draft) {
    if (tagsIn(draft.tags ?? '').length > MOST_TAGS) return { tags: `最多 ${MOST_TAGS} 个标签` }
  },
  menu: { group: 'content', icon: 'book', order: 40 },
})
