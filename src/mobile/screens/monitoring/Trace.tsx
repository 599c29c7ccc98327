import { CapsuleTabs } from 'antd-mobile'
import { afterNoTraces, TRACE, TRACE_KINDS, useTrace, type TraceKind } from '#headless/monitoring/metrics.ts'
import { Tone } from '../../fields/Tone.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import { Sheet } from './Sheet.tsx'

/** The last requests of this node. */
export default function Trace() {
  const { kind, setKind, traces, error, loading, again } = useTrace()
  return (
    <Sheet
      title={TRACE.title}
      about={TRACE.about}
      loading={loading}
      error={error}
      tools={
        <CapsuleTabs activeKey={kind} onChange={(key) => setKind(key as TraceKind)}>
          {TRACE_KINDS.map(({ value, label }) => (
            <CapsuleTabs.Tab key={value} title={label} />
          ))}
        </CapsuleTabs>
      }
      onAgain={again}
    >
      {traces.length ? (
        <ol className="vd-section vd-traces">
          {traces.map(({ key, time, method, path, status, color, took }) => (
            <li key={key}>
              <span>
                <b>{method}</b> {path}
              </span>
              <small>
                {time} {took} <Tone color={color}>{String(status)}</Tone>
              </small>
            </li>
          ))}
        </ol>
      ) : (
        <Nothing {...afterNoTraces({ kind, setKind, again })}>{TRACE.none}</Nothing>
      )}
    </Sheet>
  )
}
