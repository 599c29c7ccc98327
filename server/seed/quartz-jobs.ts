/** The timed work an installation starts with. What ran before by itself runs; what deletes more waits for a person to start it. */
import { resources } from '#resources/index.ts'
import { jobStates } from '#resources/system/quartzJob.ts'

import type { TimedWorkName } from '../jobs/timed-work.ts'
import { tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'
import { insertMany } from '../db/bulk.ts'
import type { Part } from './part.ts'
import { seedId } from './seed-id.ts'

interface Start {
  expression: string
  description: string
  parameter?: string
  stopped?: boolean
}

const starts: Readonly<Record<TimedWorkName, Start>> = {
  'clear-expired': { expression: '0 0/10 * * * ?', description: '验证码、计数器、结束一个月的会话' },
  'resume-notices': { expression: '30 0/10 * * * ?', description: '接手停机节点未发完的通知' },
  'resume-messages': { expression: '50 0/10 * * * ?', description: '接手没有发完的消息，几次都没有结果的记为失败' },
  'resume-payments': {
    expression: '15 0/5 * * * ?',
    description: '向支付渠道查询所有未完成的打款与退款，渠道中断后自动继续',
  },
  'move-by-clock': { expression: '0 * * * * ?', description: '广告、盲盒、轮播图上下线，定时发布，用户卡生效与到期' },
  'count-figures': { expression: '40 * * * * ?', description: '看板指标：重新统计有变化的小时，今天的随时现算' },
  'clean-log': {
    expression: '0 0 3 * * ?',
    description: '登录日志与操作日志',
    parameter: '{"days":180}',
    stopped: true,
  },
  reconcile: { expression: '0 30 2 * * ?', description: '余额与流水、订单分润、打款与渠道逐笔核对' },
  'clean-files': {
    expression: '0 20 * * * ?',
    description: '到期的后台任务及其文件，一天没有记录使用的文件，中断留下的残余',
    parameter: '{"days":7}',
  },
  backup: {
    expression: '0 10 1 * * ?',
    description: '数据库与上传文件，写完后试恢复一遍',
    parameter: '{"days":7,"weeks":4}',
  },
  'watch-backup': { expression: '0 25 * * * ?', description: '超过两天没有成功的备份时通知管理员' },
  'watch-problems': {
    expression: '45 0/10 * * * ?',
    description: '磁盘、队列、通知、对账等不正常时通知管理员，每天每项一次',
  },
  'look-at-members': {
    expression: '0 40 3 * * ?',
    description: '向聊天软件核对仍在登录的成员，每人每周一次，已离职或停用的立即下线',
  },
  'tell-mornings': {
    expression: '0 0 9 * * ?',
    description: '把看板的指标发给在通知设置中选择了晨报的人，每人每天一次，11 点以后不再发',
  },
}

export const quartzJobsPart: Part = {
  name: 'quartzJobs',
  declared: Object.fromEntries(Object.keys(starts).map((name) => [name, ''])),
}

export async function seedQuartzJobs(tx: Tx, now: Date, isNew: (key: string) => boolean): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.quartzJob),
    Object.entries(starts)
      .filter(([name]) => isNew(name))
      .map(([name, { expression, description, parameter, stopped }], index) => ({
        id: seedId('quartzJob', name),
        jobClassName: name,
        cronExpression: expression,
        description,
        parameter,
        // The scheduler gives it its first time.
        status: stopped ? jobStates.stopped : jobStates.running,
        createBy: 'system',
        createTime: new Date(now.getTime() + index).toISOString(),
      })),
  )
}
