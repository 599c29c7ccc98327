import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { Link } from 'react-router-dom'
import { PROBLEMS, useProblems } from '#headless/monitoring/problems.ts'
import { Sheet } from './Sheet.tsx'

/** 运行状况: what is wrong now, since when, and where it is mended. */
export default function Problems() {
  const { data, error, isFetching, refetch } = useProblems()
  return (
    <Sheet title={PROBLEMS.title} about={PROBLEMS.about} loading={isFetching} error={error} onAgain={refetch}>
      <ul className="findings">
        {data?.map((problem) => (
          <li key={problem.key} className="finding-bad">
            <CloseCircleFilled aria-label="有问题" />
            <div>
              <b>{problem.title}</b>
              <p>{PROBLEMS.since(problem)}</p>
              <p className="finding-fix">
                {problem.detail} {problem.path && <Link to={problem.path}>{PROBLEMS.mend}</Link>}
              </p>
            </div>
          </li>
        ))}
        {data?.length === 0 && (
          <li className="finding-good">
            <CheckCircleFilled aria-label="正常" />
            <b role="status">{PROBLEMS.good}</b>
          </li>
        )}
      </ul>
    </Sheet>
  )
}
