import { Popup, Switch } from 'antd-mobile'
import { CloseOutline, RightOutline } from 'antd-mobile-icons'
import { useState } from 'react'
import { DATA_LOG, useComparison, type LoggedChange } from '#headless/monitoring/dataLogs.ts'
import { OptionSheet } from '../../fields/OptionSheet.tsx'
import { useBackToClose } from '../../layout/back.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import '../../fields/form.css'
import '../../layout/sheet.css'

/** Two versions of a record field by field; what differs is marked. */
export default function Comparison({ change, onClose }: { change: LoggedChange; onClose: () => void }) {
  useBackToClose(true, onClose)
  const comparison = useComparison(change)
  const { options, fields, error, loading, onlyDifferent, setOnlyDifferent, again } = comparison
  const [choosing, setChoosing] = useState<'older' | 'newer'>()
  const labelOf = (id: string | undefined) => options.find(({ value }) => value === id)?.text ?? ''
  return (
    <Popup visible onMaskClick={onClose} bodyClassName="vd-sheet vd-sheet-tall vd-comparison">
      <header>
        <h2 className="vd-sheet-title">
          {DATA_LOG.compare}：{change.resource.label} {change.recordName}
        </h2>
        <button type="button" className="vd-icon-button" aria-label="关闭" onClick={onClose}>
          <CloseOutline />
        </button>
      </header>
      {loading ? (
        <Blocks count={4} />
      ) : error ? (
        <Failed error={error} onRetry={again} />
      ) : (
        <div className="vd-comparison-body">
          {(['older', 'newer'] as const).map((side) => (
            <button
              key={side}
              type="button"
              className="vd-box vd-advanced"
              aria-label={`${DATA_LOG[side]}：${labelOf(comparison[side])}`}
              onClick={() => setChoosing(side)}
            >
              <span>
                {DATA_LOG[side]}：{labelOf(comparison[side])}
              </span>
              <RightOutline />
            </button>
          ))}
          {options.length === 1 && <p role="status">{DATA_LOG.cannot}</p>}
          <label className="vd-comparison-only">
            {DATA_LOG.onlyDifferent}
            <Switch checked={onlyDifferent} onChange={setOnlyDifferent} />
          </label>
          {fields.length ? (
            <dl>
              {fields.map(({ name, label, older, newer, differs }) => (
                <div key={name} className={differs ? 'vd-differs' : ''}>
                  <dt>{label}</dt>
                  <dd>
                    {differs ? (
                      <>
                        <del>{older || DATA_LOG.empty}</del> → {newer || DATA_LOG.empty}
                      </>
                    ) : (
                      newer || DATA_LOG.empty
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          ) : (
            <p>{DATA_LOG.alike}</p>
          )}
        </div>
      )}
      <OptionSheet
        title={choosing ? DATA_LOG[choosing] : ''}
        visible={choosing !== undefined}
        options={options}
        chosen={[(choosing && comparison[choosing]) ?? '']}
        onClose={() => setChoosing(undefined)}
        onChoose={([id]) => {
          if (choosing && id) comparison.choose(choosing, id)
          setChoosing(undefined)
        }}
      />
    </Popup>
  )
}
