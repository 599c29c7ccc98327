import { TODO } from '#model/addresses.ts'
import { chats } from '#model/chats.ts'
import { dictionariesOf, type DictionaryItem } from '#model/choices.ts'
import { adStates, genderTargets } from './content/advertisement.ts'
import { showStates } from './content/banner.ts'
import { problemTypes } from './content/commonProblem.ts'
import { noticeTargets, pushModes } from './content/notice.ts'
import { adPlaces, channels } from './content/places.ts'
import { publishStates } from './content/publishStates.ts'
import { trendTypes } from './content/trend.ts'
import { complaintStates, complaintTypes, resolveTypes } from './customer/complaint.ts'
import { authStates, consumerStates } from './customer/userMessage.ts'
import { deviceStates, onlineStates } from './device/device.ts'
import { commandStates, deviceCommands } from './device/deviceCommand.ts'
import { numberStates } from './device/deviceNumber.ts'
import { deviceTypes } from './device/deviceTypes.ts'
import { carStates, carTypes } from './device/driverCar.ts'
import { driverStates } from './device/driverMessage.ts'
import { enableStates } from './enabled.ts'
import { directions, ownerTypes } from './finance/accounts.ts'
import { amountTypes } from './finance/amountDetail.ts'
import { configGroups } from './finance/appConfig.ts'
import { configChangeStates } from './finance/configChange.ts'
import { valueTypes } from './finance/configValue.ts'
import { adjustStates } from './finance/ledgerAdjustment.ts'
import { differenceKinds, differenceStates } from './finance/reconcileDifference.ts'
import { withdrawMethods, withdrawStates } from './finance/userWithdrawal.ts'
import { jumpTypes } from './jump.ts'
import { cancelScenes } from './order/cancelReason.ts'
import { depositStates } from './order/depositStates.ts'
import { depositTypes } from './order/orderDeposit.ts'
import { orderStates, settleStates } from './order/orderMessage.ts'
import { deviceActions, feeEffects, settleScenes } from './order/settleReason.ts'
import { accountChangeStates } from './partner/accountChange.ts'
import { applyStates } from './partner/agentApply.ts'
import { industries, providerLevels, subjectTypes } from './partner/levels.ts'
import { accountTypes } from './partner/payeeAccount.ts'
import { settleCycles } from './partner/serviceProviderConfig.ts'
import { billModes } from './product/billModes.ts'
import { boxStates } from './product/blindBox.ts'
import { drawStates } from './product/boxDraw.ts'
import { cardTypes } from './product/card.ts'
import { cardKinds } from './product/cardKinds.ts'
import { packageScopes } from './product/packageGroup.ts'
import { prizeTypes } from './product/prizeTypes.ts'
import { payChannels } from './product/selling.ts'
import { cardSources, refundStates, userCardStates } from './product/userCard.ts'
import { sexes } from './sexes.ts'
import { shelfStates } from './shelf.ts'
import { messageCategories, releaseStates } from './system/announcement.ts'
import { databaseTypes } from './system/dataSource.ts'
import { deletionFlags, departStates, orgCategories } from './system/department.ts'
import { itemStates } from './system/dictionary.ts'
import { logTypes, operateTypes } from './system/log.ts'
import { fillRuleKinds } from './system/fillRule.ts'
import { gatewayFilters, gatewayPredicates } from './system/gatewayParts.ts'
import { messageStates, templateTypes, templateCategories } from './system/message.ts'
import { permissionRequestStates } from './system/permissionRequest.ts'
import { reportCharts, reportColumnTypes, reportSearchModes } from './system/onlineReport.ts'
import { menuTypes, permissionEffects, validStates } from './system/permission.ts'
import { jobResults, jobStates } from './system/quartzJob.ts'
import { tenantStates } from './system/tenant.ts'
import { comparisons, formScopes, formStates, onlineKinds } from './system/onlineKinds.ts'
import { userIdentities } from './system/user.ts'
import { userStates } from './system/userStates.ts'

/**
 * Every dictionary the product starts with: code, name, items (value, text, colour of the tag). What code decides on stands
 * as `choices` beside its entity; the others stand here.
 * Staff may add to them and reword them in 数据字典; the seed never overwrites what they changed.
 */
// prettier-ignore
export const dictionaries = {
  yn: { name: '是否', items: [['Y', '是'], ['N', '否']] },
  pb_biz_type: { name: '业务类型', items: [['order', '租借订单'], ['orderDeposit', '押金'], ['recharge', '充值'], ['userCard', '用户卡'], ['boxDraw', '盲盒抽奖'], ['complaint', '投诉'], ['userWithdrawal', '提现'], ['driverMessage', '司机设备款'], ['adjust', '人工调账']] },
  pb_bill_unit: { name: '计费单位', items: [['5', '5分钟'], ['15', '15分钟'], ['30', '30分钟'], ['60', '60分钟']] },
  priority: { name: '优先级', items: [['H', '紧急', 'red'], ['M', '重要', 'orange'], ['L', '一般', 'blue']] },
  msg_type: { name: '通告对象', items: [['USER', '指定用户'], ['ALL', '全体用户']] },
  status: { name: '状态', items: [['1', '正常', 'green'], ['2', '冻结', 'red']] },
  quartz_job_class: { name: '定时任务类别', items: [['clear-expired', '清理过期数据'], ['resume-notices', '继续未完成的通知'], ['resume-messages', '继续未发完的消息'], ['resume-payments', '继续未完成的收付款'], ['move-by-clock', '到时切换状态'], ['count-figures', '统计看板指标'], ['clean-log', '清理日志'], ['reconcile', '对账'], ['clean-files', '清理文件'], ['backup', '备份'], ['watch-backup', '检查备份'], ['watch-problems', '检查运行状况'], ['tell-mornings', '发送看板晨报'], ['look-at-members', '核对聊天成员']] },
  is_open: { name: '开关', items: [['Y', '是'], ['N', '否']] },
  position_rank: { name: '职务职级', items: [['1', '员级'], ['2', '助级'], ['3', '中级'], ['4', '副高级'], ['5', '正高级']] },
  perms_type: { name: '权限策略', items: [['1', '显示'], ['2', '禁用']] },
  form_perms_type: { name: '表单权限策略', items: [['1', '可见(未授权不可见)'], ['2', '可编辑(未授权禁用)']] },
  rule_conditions: { name: '条件规则', items: [['>', '大于'], ['<', '小于'], ['!=', '不等于'], ['=', '等于'], ['>=', '大于等于'], ['<=', '小于等于'], ['LEFT_LIKE', '左模糊'], ['RIGHT_LIKE', '右模糊'], ['LIKE', '模糊'], ['IN', '包含'], ['USE_SQL_RULES', '自定义SQL表达式']] },
  database_type: { name: '数据库类型', items: [['1', 'MySQL5.5'], ['4', 'MYSQL5.7+'], ['2', 'Oracle'], ['3', 'SQLServer'], ['6', 'postgresql'], ['5', 'marialDB'], ['7', '达梦'], ['8', '人大金仓'], ['9', '神通'], ['10', 'SQLite'], ['11', 'DB2'], ['12', 'Hsqldb'], ['13', 'Derby'], ['14', 'H2'], ['15', '其他数据库']] },
  activiti_sync: { name: '同步工作流引擎', items: [['1', '同步'], ['0', '不同步']] },
  remindMode: { name: '提醒方式', items: [['1', '邮件提醒'], ['2', '短信提醒'], ['4', '系统消息']] },
  urgent_level: { name: '紧急程度', items: [['1', '一般', 'blue'], ['2', '重要', 'orange'], ['3', '紧急', 'red']] },
  bpm_status: { name: '流程状态', items: [['1', '待提交'], ['2', '处理中'], ['3', '已完成'], ['4', '已作废']] },
  bpm_process_type: { name: '流程类型', items: [['test', '测试流程'], ['oa', 'OA办公'], ['business', '业务办理']] },
  cgform_table_type: { name: 'Online表单类型', items: [['1', '单表'], ['2', '主表'], ['3', '附表']] },
  ol_form_biz_type: { name: 'Online表单业务分类', items: [['demo', '示例'], ['bpm', '流程表单'], ['temp', '测试表单'], ['bdfl_include', '导入表单']] },
  online_graph_type: { name: 'Online图表类型', items: [['bar', '柱状图'], ['line', '曲线图'], ['pie', '饼图'], ['table', '数据列表']] },
  online_graph_data_type: { name: 'Online图表数据类型', items: [['sql', 'SQL'], ['json', 'JSON'], ['api', 'API']] },
  online_graph_display_template: { name: 'Online图表展示模板', items: [['tab', 'Tab风格'], ['single', '单排布局'], ['double', '双排布局'], ['combination', '组合布局']] },
  third_type: { name: '聊天软件', items: chats.map(({ source, label, colour }): DictionaryItem => [source, label, colour]) },
  messageType: { name: '消息类型', items: [['system', '系统消息'], ['email', '邮件消息'], ['dingtalk', '钉钉消息'], ['wechat_enterprise', '企业微信']] },
  open_type: { name: '打开方式', items: [['url', '网页'], ['component', '组件']] },
  notify_kind: { name: '通知类型', items: [['todo', '待办', 'blue'], ['overdue', '超时提醒', 'red'], ['decided', '他人已处理', 'default'], ['result', '处理结果', 'green'], ['announcement', '公告', 'purple'], ['system', '系统通知', 'default'], ['morning', '看板晨报', 'cyan']] },
  notify_channel: { name: '通知渠道', items: [['web', '站内消息'], ...chats.map(({ name, label, colour }): DictionaryItem => [name, label, colour])] },
  notify_state: { name: '推送状态', items: [['queued', '待发送', 'default'], ['sent', '已发送', 'cyan'], ['delivered', '已送达', 'blue'], ['opened', '已打开', 'geekblue'], ['decided', '已处理', 'green'], ['failed', '发送失败', 'red'], ['cancelled', '已取消', 'default']] },
  notify_cause: { name: '发送原因', items: [['route', '按渠道设置'], ['unopened', '超时未打开'], ['failed', '上一渠道失败'], ['deputy', '代理人']] },
  ...dictionariesOf(enableStates, shelfStates, sexes, genderTargets, providerLevels, subjectTypes, industries, applyStates, deviceTypes, deviceStates, onlineStates, numberStates, billModes, payChannels, orderStates, depositTypes, depositStates, withdrawStates, withdrawMethods, accountTypes, ownerTypes, complaintTypes, complaintStates, resolveTypes, adStates, adPlaces, channels, jumpTypes, cardTypes, cardKinds, userCardStates, consumerStates, authStates, driverStates, carTypes, carStates, amountTypes, directions, boxStates, prizeTypes, publishStates, pushModes, noticeTargets, cancelScenes, settleScenes, deviceActions, settleStates, feeEffects, problemTypes, configGroups, valueTypes, trendTypes, showStates, packageScopes, cardSources, refundStates, drawStates, adjustStates, accountChangeStates, configChangeStates, differenceKinds, differenceStates, deviceCommands, commandStates, settleCycles, messageCategories, releaseStates, validStates, itemStates, departStates, userStates, tenantStates, jobStates, jobResults, orgCategories, menuTypes, permissionEffects, userIdentities, deletionFlags, logTypes, operateTypes, fillRuleKinds, gatewayPredicates, gatewayFilters, messageStates, templateTypes, templateCategories, permissionRequestStates, onlineKinds, formStates, formScopes, comparisons, databaseTypes, reportColumnTypes, reportSearchModes, reportCharts),
  // Asked for by clients of the contract: what a message of this kind leads to.
  messageHref: { name: '消息跳转', items: [['bpm', TODO], ['bpm_cc', TODO], ['bpm_task', TODO], ['email', '/isps/userAnnouncement']] },
  notice_type: { name: '通知公告类型', items: [['1', '发布性通知'], ['2', '转发性通知'], ['3', '指示性通知'], ['4', '任免性通知'], ['5', '事务性通知'], ['6', '会议通知'], ['7', '其他通知']] },
  client_type: { name: '客户端类型', items: [['pc', '电脑终端'], ['app', '手机应用'], ['h5', '移动网页']] },
  relation_type: { name: '关联类型', items: [['ROLE', '角色'], ['USER', '用户']] },
  user_position: { name: '用户职位', items: [['1', '员工'], ['2', '主管'], ['3', '经理'], ['4', '总监'], ['5', '总经理'], ['6', '其他']] },
  company_size: { name: '公司规模', items: [['1', '20人以下'], ['2', '21-99人'], ['3', '100-499人'], ['4', '500-999人'], ['5', '1000-9999人'], ['6', '10000人以上']] },
  company_rank: { name: '公司职级', items: [['1', '总裁/总经理/CEO'], ['2', '副总裁/副总经理/VP'], ['3', '总监/主管/经理'], ['4', '员工/专员/执行'], ['5', '其他']] },
  company_department: { name: '公司部门', items: [['1', '总经办'], ['2', '技术/IT/研发'], ['3', '产品/设计'], ['4', '销售/市场/运营'], ['5', '人事/财务/行政'], ['6', '资源/仓储/采购'], ['7', '其他']] },
  trade: { name: '行业', items: ['信息传输、软件和信息技术服务业', '制造业', '租赁和商务服务业', '教育', '金融业', '建筑业', '科学研究和技术服务业', '批发和零售业', '住宿和餐饮业', '电子商务', '线下零售与服务业', '文化、体育和娱乐业', '房地产业', '交通运输、仓储和邮政业', '卫生和社会工作', '公共管理、社会保障和社会组织', '电力、热力、燃气及水生产和供应业', '水利、环境和公共设施管理业', '居民服务、修理和其他服务业', '政府机构', '农、林、牧、渔业', '采矿业', '国际组织', '其他'].map((text, index): DictionaryItem => [String(index + 1), text]) },
  rangeDate: { name: '日期范围', items: [['jt', '今天'], ['zt', '昨天'], ['qt', '前天'], ['bz', '本周'], ['sz', '上周'], ['by', '本月'], ['sy', '上月'], ['7day', '7日'], ['zdy', '自定义日期']] },
} as const satisfies Record<string, { name: string; items: readonly DictionaryItem[] }>
export type DictionaryCode = keyof typeof dictionaries
