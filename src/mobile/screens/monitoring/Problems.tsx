import { CheckCircleFill, CloseCircleFill } from 'antd-mobile-icons'
import { PROBLEMS, useProblems } from '#headless/monitoring/problems.ts'
import { useGo } from '../../layout/go.ts'
import { Sheet } from './Sheet.tsx'
import '../chatDoctor/doctor.css'

/** 运行状况: what is wrong now, since when, and where it is mended. */
export default function Problems() {
  const { data, error, isPending, refetch } = useProblems()
  const go = useGo()
  return (
    <Sheet
      title={PROBLEMS.title}
      about={PROBLEMS.about}
      loading={isPending}
      error={error}
      onAgain={() => refetch({ throwOnError: true })}
    >
      <section className="vd-section" aria-label={PROBLEMS.title}>
        <ul className="vd-findings">
          {data?.map((problem) => (
            <li key={problem.key} className="vd-bad">
              <CloseCircleFill aria-label="有问题" />
              <div>
                <b>{problem.title}</b>
                <p>{PROBLEMS.since(problem)}</p>
                <p className="vd-fix">{problem.detail}</p>
                {problem.path && (
                  <button type="button" className="vd-text-button" onClick={() => go.to(problem.path!)}>
                    {PROBLEMS.mend}
                  </button>
                )}
              </div>
            </li>
          ))}
          {data?.length === 0 && (
            <li className="vd-good">
              <CheckCircleFill aria-label="正常" />
              <b role="status">{PROBLEMS.good}</b>
            </li>
          )}
        </ul>
      </section>
    </Sheet>
  )
}
