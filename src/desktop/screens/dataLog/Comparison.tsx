import { Alert, Checkbox, Empty, Modal, Select, Table } from 'antd'
import { DATA_LOG, useComparison, type ComparedField, type LoggedChange } from '#headless/monitoring/dataLogs.ts'
import './comparison.css'

/** Two versions of a record field by field; what differs is marked. */
export default function Comparison({ change, onClose }: { change: LoggedChange; onClose: () => void }) {
  const comparison = useComparison(change)
  const { options, fields, error, loading, onlyDifferent, setOnlyDifferent } = comparison
  const text = (side: 'older' | 'newer') => (_: unknown, field: ComparedField) => field[side] || DATA_LOG.empty
  return (
    <Modal
      open
      width={860}
      title={`${DATA_LOG.compare}：${change.resource.label} ${change.recordName}`}
      footer={null}
      onCancel={onClose}
    >
      {error && <Alert type="warning" showIcon title={error.message} />}
      <div className="comparison-sides">
        {(['older', 'newer'] as const).map((side) => (
          <label key={side}>
            {DATA_LOG[side]}
            <Select
              aria-label={DATA_LOG[side]}
              loading={loading}
              value={comparison[side] ?? null}
              options={options.map(({ value, text: label }) => ({ value, label }))}
              onChange={(id: string) => comparison.choose(side, id)}
            />
          </label>
        ))}
      </div>
      {!loading && options.length === 1 && <p role="status">{DATA_LOG.cannot}</p>}
      <Checkbox checked={onlyDifferent} onChange={({ target }) => setOnlyDifferent(target.checked)}>
        {DATA_LOG.onlyDifferent}
      </Checkbox>
      <Table<ComparedField>
        rowKey="name"
        size="small"
        loading={loading}
        dataSource={fields}
        pagination={false}
        rowClassName={({ differs }) => (differs ? 'compared-differs' : '')}
        locale={{ emptyText: <Empty description={DATA_LOG.alike} /> }}
        columns={[
          { title: DATA_LOG.field, dataIndex: 'label', width: 160 },
          { title: DATA_LOG.older, render: text('older') },
          { title: DATA_LOG.newer, render: text('newer') },
        ]}
      />
    </Modal>
  )
}
