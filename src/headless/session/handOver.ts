/** Ways to give a file to somebody whose client keeps no blobs. */
import { api, API_BASE, type Download } from './api.ts'
import { say } from '../connection/notices.ts'
import { session } from './session.ts'

export interface HandedFile {
  blob: Blob
  name: string
  address: () => Promise<string>
  sendToChat?: () => Promise<void>
}

const bodyWith = ({ blob, name }: Required<Download>) => {
  const body = new FormData()
  body.append('file', blob, name)
  return body
}

/** `host.saveFile(handedOver(file))`: what a host may ask for besides the blob. Nothing is sent before it does. */
export function handedOver(file: Required<Download>): HandedFile {
  const chat = session().chat?.name
  return {
    ...file,
    /** Good for five minutes, without a session. */
    address: async () => {
      const { address } = await api.post<{ address: string }>('/sys/common/handOver', bodyWith(file), { quiet: true })
      return API_BASE + address
    },
    ...(chat && {
      sendToChat: async () => {
        const { message } = await api.envelope('POST', `/sys/chat/${chat}/file`, { body: bodyWith(file), quiet: true })
        say('success', message)
      },
    }),
  }
}
