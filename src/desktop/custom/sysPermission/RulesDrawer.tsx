import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer, Table, Tag } from 'antd'
import { useState } from 'react'
import { useMay } from '#headless/session/access.ts'
import {
  ownWords,
  removalOfRule,
  resourceBehind,
  ruleValueText,
  useDataRules,
  type DataRule,
} from '#headless/forms/dataRules.ts'
import { useDicts } from '#headless/session/dictionary.ts'
import { fieldOf } from '#model/resource.ts'
import { useRemoval } from '../../layout/removal.ts'
import type { ToolProps } from '../tools.tsx'
import { RuleForm } from './RuleForm.tsx'

/** The data rules of a menu. Which role they bind is said under 角色授权. */
export default function RulesDrawer({ row: menu, onClose }: ToolProps) {
  const askRemoval = useRemoval()
  const may = useMay()
  const dicts = useDicts()
  const rules = useDataRules(menu.id)
  const [form, setForm] = useState<{ rule?: DataRule }>()
  const resource = resourceBehind(menu)
  const condition = (value: string) => dicts('rule_conditions').find((item) => item.value === value)?.text ?? value

  return (
    <Drawer open title={`数据规则：${String(menu.name ?? '')}`} size={860} onClose={onClose}>
      {!resource && <Alert type="info" showIcon title="该菜单背后没有已知的列表，数据规则可能不起作用。" />}
      <div className="toolbar">
        {may('system:permission:addRule') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
            新增规则
          </Button>
        )}
      </div>
      <Table<DataRule>
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        loading={rules.isFetching}
        dataSource={rules.data ?? []}
        pagination={false}
        locale={{ emptyText: rules.error?.message ?? '还没有数据规则' }}
        columns={[
          { title: '规则名称', dataIndex: 'ruleName' },
          {
            title: '规则字段',
            dataIndex: 'ruleColumn',
            render: (name: string) => {
              const label = resource && fieldOf(resource, name)?.label
              return label ? `${label}（${name}）` : name
            },
          },
          { title: '条件', dataIndex: 'ruleConditions', render: condition },
          {
            title: '规则值',
            dataIndex: 'ruleValue',
            render: (value: string, { ruleColumn }) => ruleValueText(ownWords(resource, ruleColumn, dicts), value),
          },
          {
            title: '状态',
            dataIndex: 'status',
            render: (status: string) => (String(status) === '1' ? <Tag color="green">有效</Tag> : <Tag>无效</Tag>),
          },
          {
            title: '操作',
            key: 'buttons',
            render: (_, rule) => (
              <span className="row-buttons">
                {may('system:permission:editRule') && (
                  <Button type="link" onClick={() => setForm({ rule })}>
                    编辑
                  </Button>
                )}
                {may('system:permission:deleteRule') && (
                  <Button type="link" danger onClick={() => void askRemoval(removalOfRule(rule))}>
                    删除
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {form && (
        <RuleForm permissionId={menu.id} resource={resource} rule={form.rule} onClose={() => setForm(undefined)} />
      )}
    </Drawer>
  )
}
