/** Templates of messages, one of them in use, and messages that have not gone out yet or could not. */
import { resources } from '#resources/index.ts'
import { messageStates, templateTypes } from '#resources/system/message.ts'
import { insertMany } from '../server/db/bulk.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'

const HOUR = 3_600_000

const templates = [
  {
    templateCode: 'withdraw_paid',
    templateName: '提现到账通知',
    templateType: templateTypes.rich,
    templateContent:
      '<p>${name}，您好：</p><p>提现单 <strong>${no}</strong> 已于 ${time} 打款 <strong>${amount} 元</strong>，请注意查收。</p>',
    templateTestJson: '{"name":"李伟","no":"TX20260301000001","time":"2026-03-01 10:20","amount":"1200.00"}',
    useStatus: '1',
  },
  {
    templateCode: 'device_offline',
    templateName: '设备离线提醒',
    templateType: templateTypes.text,
    templateContent: '${shop} 的设备 ${sn} 自 ${time} 起离线，请尽快检查电源和网络。',
    templateTestJson: '{"shop":"星河咖啡","sn":"8610000123","time":"09:30"}',
    useStatus: '0',
  },
  {
    templateCode: 'duty_reminder',
    templateName: '值班提醒',
    templateType: templateTypes.text,
    templateContent: '${name}，${day} 由您值班（9:00-21:00），热线请保持畅通。',
    templateTestJson: '{"name":"陈婷婷","day":"周六"}',
    useStatus: '0',
  },
] as const

const messages = [
  {
    esTitle: '值班提醒',
    esType: 'system',
    esReceiver: 'service',
    esContent: '<p>陈婷婷，周六由您值班（9:00-21:00），热线请保持畅通。</p>',
    esSendStatus: messageStates.waiting,
    esSendNum: 0,
    hoursAgo: 2,
  },
  {
    esTitle: '设备离线提醒',
    esType: 'email',
    esReceiver: 'operator',
    esContent: '<p>星河咖啡 的设备 8610000123 自 09:30 起离线，请尽快检查电源和网络。</p>',
    esSendStatus: messageStates.failed,
    esSendNum: 0,
    esResult: '系统没有配置邮件服务',
    hoursAgo: 26,
  },
  {
    esTitle: '提现到账通知',
    esType: 'wechat_enterprise',
    esReceiver: 'ops_manager',
    esContent: '<p>李伟，您好：</p><p>提现单 <strong>TX20260301000001</strong> 已打款，请注意查收。</p>',
    esSendStatus: messageStates.failed,
    esSendNum: 0,
    esResult: '系统没有配置企业微信',
    hoursAgo: 50,
  },
] as const

export async function seedMessages(tx: Tx, now: Date): Promise<void> {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR).toISOString()
  await insertMany(
    tx,
    tableOf(resources.sysMessageTemplate),
    templates.map((template, index) => ({
      ...template,
      id: seedId('messageTemplate', template.templateCode),
      tenantId: TENANT,
      createBy: 'admin',
      createTime: at(100 + index),
    })),
  )
  await insertMany(
    tx,
    tableOf(resources.sysMessage),
    messages.map(({ hoursAgo, ...message }, index) => ({
      ...message,
      id: seedId('message', index),
      tenantId: TENANT,
      esSendTime: message.esSendStatus === messageStates.waiting ? null : at(hoursAgo),
      createBy: 'admin',
      createTime: at(hoursAgo),
    })),
  )
}
