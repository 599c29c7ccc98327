import { Button, Result, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useOnlineForm } from '#headless/records/onlineForm.ts'
import type { Resource } from '#model/resource.ts'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'

interface Props {
  code: string
  draw(resource: Resource): ReactNode
}

/** A page of an online form, once it is known what it is like. */
export default function OnlineForm({ code, draw }: Props) {
  const { resource, error, trying, retry } = useOnlineForm(code)
  if (resource) return draw(resource)
  return (
    <section className="card">
      {error ? (
        <Result
          status="warning"
          title={error.message}
          extra={
            <>
              <Button loading={trying} onClick={retry}>
                重试
              </Button>
              <WhyRefused error={error} />
            </>
          }
        />
      ) : (
        <Skeleton active />
      )}
    </section>
  )
}
