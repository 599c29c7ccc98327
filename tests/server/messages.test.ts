/** D09: templates of messages, and the messages made of them, as far as they go. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatNames } from '#model/chatNames.ts'
import { resources } from '#resources/index.ts'
import { messageStates, templateTypes } from '#resources/system/message.ts'
import { thirdTypes } from '#resources/system/thirdAccount.ts'
import { sendToChat, takeUpMessages } from '../../server/system/messages/send.ts'
import { oneKind } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { FakeChat } from '../fake-chat.ts'
import { make } from '../make.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

const { sysMessage, sysMessageTemplate } = resources
type Row = Record<string, any>

describe.each([await oneKind()])('messages on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let operator: Send
  let operatorId: string
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, operator] = (await Promise.all(['admin', 'operator'].map((name) => test.as(name)))) as [Send, Send]
    operatorId = (await admin('GET', '/sys/user/list?username=operator')).result.records[0].id
  })
  afterAll(() => test?.close())

  const template = async (over: Row = {}) => {
    const reply = await admin('POST', `${sysMessageTemplate.path}/add`, make(sysMessageTemplate, over))
    expect(reply.message).toBe('添加成功！')
    return reply.result as Row
  }
  const sendMsg = (templateCode: string, over: Row = {}, send = admin) =>
    send('POST', `${sysMessageTemplate.path}/sendMsg`, {
      templateCode,
      testData: '{"name":"张三"}',
      receiver: 'operator',
      msgType: 'system',
      ...over,
    })
  const messagesOf = async (title: string): Promise<Row[]> =>
    (await admin('GET', `${sysMessage.path}/list?esTitle=${encodeURIComponent(title)}`)).result.records
  const bell = async (send = operator): Promise<Row[]> =>
    (await send('GET', '/sys/sysAnnouncementSend/getMyAnnouncementSend?pageSize=50')).result.records

  it('D09: a template is filled in, safely, and reaches its person as a message of the system', async () => {
    const { templateCode, templateName } = await template({
      templateType: templateTypes.rich,
      templateContent: '<p>您好，<b>${name}</b>：${order.no} <a href="${link}">查看</a></p>',
    })
    const data = { name: '<img src=x onerror=alert(1)>${order.no}', order: { no: 7 }, link: 'javascript:alert(1)' }
    const reply = await sendMsg(templateCode, { testData: JSON.stringify(data) })
    expect(reply).toMatchObject({ success: true, message: '消息发送成功！' })
    const [message] = await messagesOf(templateName)
    expect(message).toMatchObject({
      esType: 'system',
      esReceiver: 'operator',
      esSendStatus: messageStates.sent,
      esSendStatus_dictText: '发送成功',
      esSendNum: 1,
      esResult: '已送达',
    })
    // Escaped, filled in once only, and without an address that runs something.
    expect(message!.esContent).toContain('&lt;img src=x onerror=alert(1)&gt;${order.no}')
    expect(message!.esContent).toContain('：7 ')
    expect(message!.esContent).not.toMatch(/<img|javascript:/)
    expect((await bell()).map(({ titile, msgCategory }) => `${titile} ${msgCategory}`)).toContain(`${templateName} 2`)
    expect((await bell(admin)).map(({ titile }) => titile)).not.toContain(templateName)
  })

  it('D09: from the template itself with a form, to several', async () => {
    const { id, templateName } = await template({ templateContent: '您好，${name}\n<b>不是标签</b>' })
    const adminId = (await admin('GET', '/sys/user/list?username=admin')).result.records[0].id
    const body = { id, msgType: 'system', receivers: `${operatorId},${adminId}`, templateTestJson: '{"name":"李四"}' }
    expect((await admin('POST', `${sysMessageTemplate.path}/sendTest`, body)).message).toBe('消息发送成功！')
    const made = await messagesOf(templateName)
    expect(made.map(({ esReceiver }) => esReceiver).sort()).toEqual(['admin', 'operator'])
    expect(made[0]!.esContent).toBe('<p>您好，李四</p><p>&lt;b&gt;不是标签&lt;/b&gt;</p>')
    const strange = await admin('POST', `${sysMessageTemplate.path}/sendTest`, { ...body, receivers: 'nobody' })
    expect(strange.message).toContain('所选用户不存在或无权使用')
  })

  it('D09: what cannot go is kept with its reason, and goes when somebody sends it again', async () => {
    const { templateCode, templateName } = await template()
    const reply = await sendMsg(templateCode, { msgType: 'email' })
    expect(reply).toMatchObject({ success: false })
    expect(reply.message).toBe('发送消息出错！operator：系统没有配置邮件服务，详见消息管理')
    const [message] = await messagesOf(templateName)
    expect(message).toMatchObject({
      esSendStatus: messageStates.failed,
      esResult: '系统没有配置邮件服务',
      esSendNum: 0,
    })
    await admin('PUT', `${sysMessage.path}/edit`, { id: message!.id, esType: 'system' })
    expect((await admin('POST', `${sysMessage.path}/send`, { id: message!.id })).message).toBe('发送成功')
    expect((await messagesOf(templateName))[0]).toMatchObject({ esSendStatus: messageStates.sent, esSendNum: 1 })
    expect((await admin('POST', `${sysMessage.path}/send`, { id: message!.id })).status).toBe(409)
    expect((await admin('PUT', `${sysMessage.path}/edit`, { id: message!.id, esTitle: '改' })).status).toBe(409)
    const added = await admin('POST', `${sysMessage.path}/add`, make(sysMessage, { esReceiver: 'nobody_here' }))
    expect(added.message).toBe('接收人：没有用户名为“nobody_here”的用户')
  })

  it('D09: through a chat, counted try by try, under one key', async () => {
    const [name] = chatNames
    const chat = new FakeChat(name!)
    ;(test.services.chats as Map<string, unknown>).set(chat.name, chat)
    const type = thirdTypes[chat.name]
    const { templateCode, templateName } = await template()
    expect((await sendMsg(templateCode, { msgType: type })).message).toContain(`接收人没有绑定${chat.label}`)
    const account = make(resources.sysThirdAccount, { thirdType: type, sysUserId: operatorId })
    expect((await admin('POST', '/sys/thirdAccount/add', account)).success).toBe(true)
    await test.services.db.execute(sql`delete from sys_sms where es_title = ${templateName}`)

    chat.fault = () => 'broken'
    expect((await sendMsg(templateCode, { msgType: type })).message).toBe('消息发送成功！')
    const [{ id }] = (await messagesOf(templateName)) as [Row]
    // The queue's own first try is over before others are made by hand.
    await expect.poll(async () => (await messagesOf(templateName))[0]!.esResult).toMatch(/未成功/)
    await sendToChat(test.services, { id })
    const [waiting] = await messagesOf(templateName)
    expect(waiting).toMatchObject({ esSendStatus: messageStates.waiting })
    expect(waiting!.esResult).toMatch(/^第 \d 次未成功：暂时无法连接$/)
    chat.fault = () => undefined
    await sendToChat(test.services, { id })
    expect((await messagesOf(templateName))[0]).toMatchObject({ esSendStatus: messageStates.sent, esResult: '已送达' })
    expect(chat.shown.filter(({ key }) => key === id)).toEqual([
      expect.objectContaining({ title: templateName, summary: '您好，张三' }),
    ])
    const calls = chat.calls
    await sendToChat(test.services, { id })
    expect(chat.calls).toBe(calls)

    // Another node takes the last try for lost while it is under way; it arrives all the same.
    await test.services.db.execute(
      sql`update sys_sms set es_send_status = ${messageStates.waiting}, es_result = '等待发送', es_send_num = 4 where id = ${id}`,
    )
    const send = chat.send.bind(chat)
    let meanwhile: Row | undefined
    chat.send = async (...given) => {
      await sendToChat(test.services, { id })
      ;[meanwhile] = await messagesOf(templateName)
      return send(...given)
    }
    await sendToChat(test.services, { id })
    expect(meanwhile).toMatchObject({ esSendStatus: messageStates.failed, esSendNum: 5 })
    expect((await messagesOf(templateName))[0]).toMatchObject({ esSendStatus: messageStates.sent, esSendNum: 5 })
    ;(test.services.chats as Map<string, unknown>).delete(chat.name)
  })

  it('D09: a message whose queue has given up or was lost is taken up again, and ends as something a person can act on', async () => {
    const { db } = test.services
    const stuck = async () => {
      const added = await admin('POST', `${sysMessage.path}/add`, make(sysMessage, { esReceiver: 'operator' }))
      const { id } = added.result as { id: string }
      await db.execute(sql`update sys_sms set es_type = 'dingtalk', es_result = '等待发送' where id = ${id}`)
      return id
    }
    const rowOf = async (id: string) => (await admin('GET', `${sysMessage.path}/queryById?id=${id}`)).result as Row
    const jobsOf = async (id: string) => {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from pgboss.job where name = 'message-send' and data->>'id' = ${id}`,
      )
      return rows[0]!.count
    }
    const [lost, tried] = [await stuck(), await stuck()]
    expect((await rowOf(lost)).may).not.toContain('send')
    await db.execute(
      sql`update sys_sms set es_result = '第 5 次未成功：钉钉暂时无法使用', es_send_num = 5 where id = ${tried}`,
    )
    expect(await takeUpMessages(test.services)).toBe('2 条消息已重新排队发送')
    expect([await jobsOf(lost), await jobsOf(tried)]).toEqual([1, 1])
    // What waits in the queue is left to it.
    expect(await takeUpMessages(test.services)).toBe('没有中断的消息')
    await sendToChat(test.services, { id: tried })
    const ended = await rowOf(tried)
    expect(ended).toMatchObject({
      esSendStatus: messageStates.failed,
      esResult: expect.stringContaining('可以重新发送'),
    })
    expect(ended.may).toEqual(expect.arrayContaining(['edit', 'send']))
    // One that nobody has sent yet stays with whoever wrote it.
    const draft = await admin('POST', `${sysMessage.path}/add`, make(sysMessage, { esReceiver: 'operator' }))
    await takeUpMessages(test.services)
    expect(await jobsOf(draft.result.id)).toBe(0)
  })

  it('D09: a person of another tenant is nobody here, and the answer is the one for nobody', async () => {
    const { username } = await makePerson(test, { tenants: [2], departs: [] })
    const refusal = async (esReceiver: string) =>
      (await admin('POST', `${sysMessage.path}/add`, make(sysMessage, { esReceiver }))).message.replace(esReceiver, '')
    expect(await refusal(username)).toBe(await refusal('nobody_at_all'))
    const { templateCode } = await template()
    const sent = async (receiver: string) => (await sendMsg(templateCode, { receiver })).message.replace(receiver, '')
    expect(await sent(username)).toBe(await sent('nobody_at_all'))
  })

  it('D09: a template in use is neither changed nor deleted until it is taken out of use', async () => {
    const { id } = await template()
    expect((await admin('POST', `${sysMessageTemplate.path}/apply`, { id })).message).toBe('应用成功')
    const row = (await admin('GET', `${sysMessageTemplate.path}/queryById?id=${id}`)).result
    expect(row.may).not.toContain('edit')
    expect(row.may).toContain('stop')
    expect((await admin('PUT', `${sysMessageTemplate.path}/edit`, { id, templateName: '改' })).message).toContain(
      '模板已应用，请先停用再修改或删除',
    )
    expect((await admin('DELETE', `${sysMessageTemplate.path}/delete?id=${id}`)).message).toContain('模板已应用')
    // As a client of the contract stops it.
    expect((await admin('PUT', `${sysMessageTemplate.path}/edit`, { ...row, useStatus: '0' })).success).toBe(true)
    expect((await admin('DELETE', `${sysMessageTemplate.path}/delete?id=${id}`)).success).toBe(true)
  })

  it('D09: what would have to be run, or is missing, is refused with a sentence', async () => {
    const complaint = async (over: Row) => {
      const reply = await admin('POST', `${sysMessageTemplate.path}/add`, make(sysMessageTemplate, over))
      expect(reply.success, JSON.stringify(over)).toBe(false)
      return reply.message
    }
    for (const templateContent of ['<#if a>x</#if>', '${a?upper_case}', '${"x"?new()}', '${name!"空"}', '${}'])
      expect(await complaint({ templateContent })).toContain('只能使用 ${名称}')
    expect(await complaint({ templateTestJson: '[1]' })).toContain('测试数据：应为 JSON 对象')
    const { templateCode } = await template()
    expect((await sendMsg(templateCode, { testData: '{}' })).message).toBe('测试数据里没有“name”，请补上后再发送')
    expect((await sendMsg(templateCode, { testData: '{"name":{"constructor":1}}' })).success).toBe(false)
    expect((await sendMsg(templateCode, { testData: '{' })).message).toContain('应为 JSON 对象')
    expect((await sendMsg(templateCode, { msgType: 'pigeon' })).message).toContain('发送方式')
    expect((await sendMsg('no_such_template')).status).toBe(404)
    expect((await sendMsg(templateCode, {}, operator)).status).toBe(403)
  })
})
