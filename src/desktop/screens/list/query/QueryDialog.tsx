import { App, Button, Modal } from 'antd'
import { useId, useState } from 'react'
import { useAdvancedQuery } from '#headless/lists/advancedQuery/useAdvancedQuery.ts'
import type { ListControls } from '#headless/lists/useList.ts'
import type { Resource } from '#model/resource.ts'
import { Conditions } from './Conditions.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import { SavedQueries } from './SavedQueries.tsx'
import './query.css'

/** px, as the contract's clients have it. */
const WIDTH = 1000

interface Props {
  resource: Resource
  list: Pick<ListControls, 'query' | 'setSuperQuery'>
  open: boolean
  onClose: () => void
}

/** The builder of advanced queries, with the saved ones beside it. */
export default function QueryDialog({ resource, list, open, onClose }: Props) {
  const { modal } = App.useApp()
  const asked = useAdvancedQuery(resource, list)
  const [saving, setSaving] = useState(false)
  const form = useId()

  /** True when the dialog for the name can close. */
  async function save(title: string, share: readonly string[]): Promise<boolean> {
    const saved = await asked.save(title, share)
    if (saved !== 'exists') return saved === 'saved'
    return new Promise((resolve) => {
      modal.confirm({
        title: '已存在，是否覆盖？',
        content: title.trim(),
        okText: '覆盖',
        cancelText: '取消',
        onOk: async () => resolve((await asked.save(title, share, true)) === 'saved'),
        onCancel: () => resolve(false),
      })
    })
  }

  return (
    <Modal
      open={open}
      title="高级查询"
      width={WIDTH}
      className="tall-modal"
      onCancel={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              asked.reset()
              onClose()
            }}
          >
            重置
          </Button>
          <Button onClick={() => asked.maySave() && setSaving(true)}>保存查询条件</Button>
          <Button type="primary" htmlType="submit" form={form}>
            查询
          </Button>
        </>
      }
    >
      <div className="query">
        <Conditions asked={asked} id={form} onRun={() => asked.run() && onClose()} />
        <SavedQueries resource={resource} taken={asked.taken} onTake={asked.take} />
      </div>
      {saving && (
        <SaveDialog
          title={asked.taken?.mine ? asked.taken.title : ''}
          share={asked.taken?.mine ? asked.taken.roleCodes : []}
          onSave={save}
          onClose={() => setSaving(false)}
        />
      )}
    </Modal>
  )
}
