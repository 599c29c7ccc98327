import type { ReactNode } from 'react'
import { useOnlineForm } from '#headless/records/onlineForm.ts'
import type { Resource } from '#model/resource.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Blocks } from '../../layout/Waiting.tsx'

interface Props {
  code: string
  title: string
  draw(resource: Resource): ReactNode
}

/** A page of an online form, once it is known what it is like. */
export default function OnlineForm({ code, title, draw }: Props) {
  const { resource, error, retry } = useOnlineForm(code)
  if (resource) return draw(resource)
  return <Page title={title}>{error ? <Failed error={error} onRetry={retry} /> : <Blocks />}</Page>
}
