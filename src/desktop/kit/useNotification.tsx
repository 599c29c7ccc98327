import type { NotificationConfig, NotificationInstance } from 'antd/es/notification/interface'
import { useLate, type Run } from './useLate.tsx'

const load = () => import('antd/es/notification/useNotification')

const make = (run: Run<NotificationInstance>): NotificationInstance => ({
  info: (said) => run((api) => api.info(said)),
  success: (said) => run((api) => api.success(said)),
  error: (said) => run((api) => api.error(said)),
  warning: (said) => run((api) => api.warning(said)),
  open: (said) => run((api) => api.open(said)),
  destroy: (key) => run((api) => api.destroy(key)),
})

/** Notifications in a corner. */
export default function useNotification(config?: NotificationConfig) {
  return useLate(load, make, config)
}
