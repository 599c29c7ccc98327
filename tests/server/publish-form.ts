/** An online form as an administrator makes one, with a text and a number, published. */
import { expect } from 'vitest'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
import type { Reply, Send } from '../product.ts'

const HEAD = '/online/cgform/head'

const must = (reply: Reply): Reply => {
  expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
  return reply
}

export async function publishForm(admin: Send, code: string) {
  const fields = [
    { name: 'title', label: '标题', kind: onlineKinds.text, required: 'Y' },
    { name: 'people', label: '人数', kind: onlineKinds.integer },
  ]
  const draft = { name: `表单${code}`, code, dataScope: formScopes.tenant, fields }
  const { id } = must(await admin('POST', `${HEAD}/add`, draft)).result as { id: string }
  const step = async (name: 'publish' | 'stop') => {
    const { version } = must(await admin('GET', `${HEAD}/plan?id=${id}`)).result as { version: number }
    must(await admin('POST', `${HEAD}/${name}`, { id, version }))
  }
  await step('publish')
  return {
    id,
    resource: `onl_${code}`,
    path: `/online/cgform/data/${code}`,
    step,
    delete: async () => must(await admin('DELETE', `${HEAD}/delete?id=${id}`)),
  }
}
