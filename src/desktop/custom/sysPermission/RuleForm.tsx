import { App, AutoComplete, Form, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import {
  ownWords,
  ruleColumns,
  ruleOffers,
  ruleValueText,
  saveDataRule,
  SQL_RULE,
  type DataRule,
  type RuleDraft,
} from '#headless/forms/dataRules.ts'
import { useDicts } from '#headless/session/dictionary.ts'
import { LONGEST, tooLong } from '#model/lengths.ts'
import type { Resource } from '#model/resource.ts'

interface Props {
  permissionId: string
  resource: Resource | undefined
  rule: DataRule | undefined
  onClose: () => void
}

const short = { max: LONGEST.text, message: tooLong(LONGEST.text) }

export function RuleForm({ permissionId, resource, rule, onClose }: Props) {
  const { message } = App.useApp()
  const [form] = Form.useForm<RuleDraft>()
  const [busy, setBusy] = useState(false)
  const dicts = useDicts()
  const conditions = dicts('rule_conditions').filter(({ value }) => value !== SQL_RULE)
  const {
    ruleColumn = '',
    ruleConditions,
    ruleValue = '',
  } = Form.useWatch((draft: Partial<RuleDraft>) => draft, form) ?? {}
  const words = ownWords(resource, ruleColumn, dicts)
  const said = ruleValueText(words, ruleValue)

  async function save({ ruleName, ruleColumn, ruleConditions, ruleValue, status }: RuleDraft) {
    setBusy(true)
    try {
      const draft = { ruleName, ruleColumn, ruleConditions, ruleValue, status }
      void message.success(await saveDataRule(permissionId, draft, rule))
      onClose()
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={rule ? '编辑数据规则' : '新增数据规则'}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={save} initialValues={rule ?? { status: '1' }}>
        <Form.Item
          name="ruleName"
          label="规则名称"
          rules={[{ required: true, whitespace: true, message: '请输入规则名称' }, short]}
        >
          <Input placeholder="请输入规则名称" />
        </Form.Item>
        <Form.Item name="ruleColumn" label="规则字段" rules={[{ required: true, message: '请选择规则字段' }, short]}>
          {resource ? (
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择规则字段"
              options={ruleColumns(resource).map(({ value, text }) => ({ value, label: `${text}（${value}）` }))}
            />
          ) : (
            <Input placeholder="请输入规则字段" />
          )}
        </Form.Item>
        <Form.Item name="ruleConditions" label="条件规则" rules={[{ required: true, message: '请选择条件规则' }]}>
          <Select
            placeholder="请选择条件规则"
            options={conditions.map(({ value, text }) => ({ value, label: text }))}
          />
        </Form.Item>
        <Form.Item
          name="ruleValue"
          label="规则值"
          extra={said === ruleValue ? '可以填写固定的值，也可以选择一个变量，由系统按登录人填入。' : `已选择：${said}`}
          rules={[{ required: true, whitespace: true, message: '请输入规则值' }, short]}
        >
          <AutoComplete
            options={ruleOffers(words, ruleValue, ruleConditions).map(({ value, text }) => ({ value, label: text }))}
            placeholder={words.length ? '请选择或输入规则值' : '请输入规则值'}
          />
        </Form.Item>
        <Form.Item name="status" label="状态">
          <Radio.Group
            options={[
              { value: '1', label: '有效' },
              { value: '0', label: '无效' },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
