import { choices } from '#model/choices.ts'
import { choice, cron, dateTime, dict, integer, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const jobStates = choices('quartz_status', '定时任务状态', {
  running: [0, '正常', 'green'],
  stopped: [-1, '停止', 'default'],
})

export const jobResults = choices('quartz_result', '定时任务结果', {
  good: ['1', '成功', 'green'],
  failed: ['2', '失败', 'red'],
  underWay: ['3', '执行中', 'blue'],
})

/** Timed work of the server (JeecgBoot QuartzJob). What may be chosen is `server/timed-work.ts`. */
export const quartzJob = defineResource({
  name: 'quartzJob',
  label: '定时任务',
  path: '/sys/quartzJob',
  table: 'sys_quartz_job',
  title: 'jobClassName',
  scope: 'platform',
  permission: 'system:quartzJob',
  contract: true,
  fields: {
    jobClassName: dict('任务', 'quartz_job_class', { required: true, width: 180 }),
    cronExpression: cron('执行时间', { required: true, hint: '秒 分 时 日 月 周 年，可点右侧按钮编辑' }),
    description: text('说明', { max: 255, width: 220 }),
    parameter: text('参数', { max: 1000, hint: 'JSON 对象，例如 {"days":180}；任务不需要参数时留空' }),
    status: choice('状态', jobStates, { required: true, initial: 'running', width: 80 }),
    nextTime: dateTime('下次执行', { readOnly: true }),
    lastTime: dateTime('上次执行', { readOnly: true }),
    lastResult: choice('上次结果', jobResults, { readOnly: true, width: 100 }),
    lastMs: integer('用时', { readOnly: true, unit: ' 毫秒' }),
    lastMessage: text('执行情况', { readOnly: true, max: 500, width: 240 }),
    /** Of the run that `lastTime` to `lastMessage` tell about. */
    lastRun: text('执行批次', { readOnly: true, hidden: true, max: 100 }),
  },
  list: {
    columns: ['jobClassName', 'cronExpression', 'status', 'nextTime', 'lastTime', 'lastResult', 'lastMessage', 'lastMs', 'description', 'parameter'],
    filters: ['jobClassName', 'status', 'lastResult', 'description'],
    sort: 'createTime',
    card: { subtitle: 'cronExpression', badge: 'status', aside: 'lastResult', facts: ['nextTime', 'lastTime', 'lastMessage'] },
  },
  form: [
    {
      title: '任务',
      fields: ['jobClassName', 'cronExpression', 'status', 'parameter', 'description', 'nextTime', 'lastTime', 'lastResult', 'lastMs', 'lastMessage'],
    },
  ],
  actions: {
    resume: { label: '启动', when: { status: ['stopped'] } },
    pause: { label: '停止', when: { status: ['running'] }, confirm: '停止后不再按时执行，正在执行的一次会做完。' },
    execute: { label: '立即执行', confirm: '立即执行一次，不影响原定时间。' },
  },
  menu: {
    group: 'system',
    icon: 'clock-circle',
    order: 75,
    url: '/isystem/QuartzJobList',
    component: ['system/QuartzJobList', 'monitor/quartz/index'],
  },
})
