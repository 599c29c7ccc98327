import { Alert, App, Checkbox, Empty, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useDicts } from '#headless/session/dictionary.ts'
import { saveHolderRules, useHolderRules, type Holder } from '#headless/forms/grants.ts'

interface Props {
  holder: Holder
  permissionId: string
  name: string
  onClose: () => void
}

/** Which data rules of a menu bind a role or a department. */
export function RuleModal({ holder, permissionId, name, onClose }: Props) {
  const { message } = App.useApp()
  const dicts = useDicts()
  const rules = useHolderRules(holder, permissionId)
  const [chosen, setChosen] = useState<string[]>()
  const [busy, setBusy] = useState(false)
  const condition = (value: string) => dicts('rule_conditions').find((item) => item.value === value)?.text ?? value

  async function save() {
    setBusy(true)
    try {
      void message.success(await saveHolderRules(holder, permissionId, chosen ?? rules.data!.chosen))
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
      title={`数据规则：${name}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !rules.data?.rules.length }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {rules.error ? (
        <Alert type="warning" showIcon title={rules.error.message} />
      ) : !rules.data ? (
        <Skeleton active />
      ) : rules.data.rules.length ? (
        <Checkbox.Group
          style={{ display: 'grid', gap: 8 }}
          value={chosen ?? rules.data.chosen}
          onChange={(ids) => setChosen(ids.map(String))}
          options={rules.data.rules.map((rule) => ({
            value: rule.id,
            label: `${rule.ruleName}（${rule.ruleColumn} ${condition(rule.ruleConditions)} ${rule.ruleValue}）`,
          }))}
        />
      ) : (
        <Empty description="该菜单没有数据规则" />
      )}
    </Modal>
  )
}
