import { capabilities } from '#model/capabilities.ts'
import { route, type Route } from '../kernel/route.ts'
import { VERSION } from '../kernel/version.ts'

export const capabilityRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/voltdesk/capabilities',
    permission: 'session',
    beforePasswordChange: true,
    summary: '本服务在 JeecgBoot 约定之外提供的功能；JeecgBoot 服务没有这个地址',
    tag: '登录',
    handler: () => ({ product: 'voltdesk', version: VERSION, capabilities }),
  }),
]
