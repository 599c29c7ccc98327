import { Alert, App, Checkbox, Empty, Modal, Skeleton } from 'antd'
import { useDiscardQuestion } from '../../layout/useDiscardQuestion.ts'
import { NO_RULES, rulesTitle, useHolderRules, type Holder } from '#headless/forms/grants.ts'

interface Props {
  holder: Holder
  permissionId: string
  name: string
  onClose: () => void
}

/** Which data rules of a menu bind a role or a department. */
export function RuleModal({ holder, permissionId, name, onClose }: Props) {
  const { message } = App.useApp()
  const askToDiscard = useDiscardQuestion()
  const { rules, error, chosen, changed, choose, busy, save } = useHolderRules(holder, permissionId)

  async function saved() {
    try {
      void message.success(await save())
      onClose()
    } catch (refused) {
      void message.warning((refused as Error).message)
    }
  }

  return (
    <Modal
      open
      title={rulesTitle(name)}
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={busy}
      okButtonProps={{ disabled: !rules?.length }}
      onOk={() => void saved()}
      onCancel={() => (changed ? askToDiscard(onClose, { title: '放弃未保存的数据规则吗?', keep: '继续' }) : onClose())}
    >
      {error && !rules ? (
        <Alert type="warning" showIcon title={error.message} />
      ) : !rules ? (
        <Skeleton active />
      ) : rules.length ? (
        <Checkbox.Group
          style={{ display: 'grid', gap: 8 }}
          value={[...chosen]}
          onChange={choose}
          options={rules.map(({ id, label }) => ({ value: id, label }))}
        />
      ) : (
        <Empty description={NO_RULES} />
      )}
    </Modal>
  )
}
