import { permissionOf } from '#model/resource.ts'
import { BACKGROUND_ROWS } from '#model/tasks.ts'
import { resources } from '#resources/index.ts'
import { needRoom } from '../../files/room.ts'
import { refused } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import { countRows } from '../../resource/count.ts'
import { exportedBy } from '../../resource/export.ts'
import type { Query } from '../../resource/filters.ts'
import { listSchema } from '../../resource/list-schema.ts'
import { orderTask } from '../../tasks/task.ts'
import { endOf } from '../../tasks/wait.ts'

/** Who pressed a button wants to see what came of it. */
const WAIT_MS = 4000

export const qrRoutes = (): Route[] => [
  route({
    method: 'POST',
    path: `${resources.deviceNumber.path}/qrCodes`,
    lane: 'patient',
    permission: permissionOf(resources.deviceNumber, 'export'),
    summary: '把查询到或选中的设备编号做成二维码图片，打成一个 zip',
    tag: resources.deviceNumber.label,
    body: listSchema(resources.deviceNumber),
    handler: async ({ services, caller, body }) => {
      const query = body as Query
      const count = await countRows(
        services,
        resources.deviceNumber,
        exportedBy({ caller }, resources.deviceNumber, query),
      )
      if (!count) throw refused('没有符合条件的编号')
      if (count > BACKGROUND_ROWS)
        throw refused(`一次最多生成 ${BACKGROUND_ROWS} 个二维码，这里有 ${count} 个，请缩小查询范围`)
      await needRoom(services)
      const id = await services.db.transaction((tx) =>
        orderTask(
          { tx, services, caller },
          { kind: 'qrCodes', resource: 'deviceNumber', title: '设备编号二维码', total: count, input: query },
        ),
      )
      const shown = await endOf(services, caller, id, WAIT_MS)
      return said('二维码正在后台生成，完成后会通知您', { count, task: shown })
    },
  }),
]
