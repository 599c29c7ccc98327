import type { ConfigOptions, MessageInstance, MessageType } from 'antd/es/message/interface'
import { useLate, type Run } from './useLate.tsx'

const load = () => import('antd/es/message/useMessage')

/** Can be closed before it was opened. */
function open(run: Run<MessageInstance>, show: (api: MessageInstance) => MessageType): MessageType {
  let closed = false
  let shown: MessageType | undefined
  const over = new Promise<boolean>((resolve) => {
    run((api) => {
      if (closed) return resolve(false)
      shown = show(api)
      void shown.then(resolve)
    })
  })
  const close = () => {
    closed = true
    shown?.()
  }
  return Object.assign(close, { then: over.then.bind(over) })
}

const make = (run: Run<MessageInstance>): MessageInstance => ({
  info: (...said) => open(run, (api) => api.info(...said)),
  success: (...said) => open(run, (api) => api.success(...said)),
  error: (...said) => open(run, (api) => api.error(...said)),
  warning: (...said) => open(run, (api) => api.warning(...said)),
  loading: (...said) => open(run, (api) => api.loading(...said)),
  open: (said) => open(run, (api) => api.open(said)),
  destroy: (key) => run((api) => api.destroy(key)),
})

/** Passing messages. */
export default function useMessage(config?: ConfigOptions) {
  return useLate(load, make, config)
}
