import { CapsuleTabs } from 'antd-mobile'
import { useVisits, VISIT_SPANS, VISITS, type VisitSpan } from '#headless/monitoring/visits.ts'
import './visits.css'

/** So many days have room for their names. */
const SPACED = 8

/** Visits a day as bars, each said in words too. */
export function VisitStatistics() {
  const { span, setSpan, figures, bars, failed, again } = useVisits()
  return (
    <section className="vd-visits" aria-label={VISITS.title}>
      <dl>
        {figures.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <CapsuleTabs activeKey={span} onChange={(key) => setSpan(key as VisitSpan)}>
        {VISIT_SPANS.map(({ value, label }) => (
          <CapsuleTabs.Tab key={value} title={label} />
        ))}
      </CapsuleTabs>
      {failed ? (
        <button type="button" className="vd-text-button" onClick={again}>
          {failed.message} {VISITS.again}
        </button>
      ) : bars.length ? (
        <ol
          className={bars.length > SPACED ? 'vd-visit-bars vd-visit-bars-many' : 'vd-visit-bars'}
          aria-label={VISITS.perDay}
        >
          {bars.map(({ tian, type, percent, words }) => (
            <li key={tian}>
              <i style={{ height: `calc((100% - 16px) * ${percent / 100})` }} />
              <small aria-hidden="true">{type}</small>
              <span className="vd-unseen">{words}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p>{VISITS.none}</p>
      )}
    </section>
  )
}
