import { CloudSyncOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useCan } from '#headless/session/capabilities.ts'
import { TASKS, useTasks } from '#headless/tasks/tasks.ts'

/** How many tasks go on; leads to the task centre. */
export function TaskButton() {
  const { running } = useTasks()
  const navigate = useNavigate()
  if (!useCan('tasks')) return null
  return (
    <Badge count={running} size="small" color="blue" offset={[-6, 6]}>
      <Button
        type="text"
        icon={<CloudSyncOutlined spin={running > 0} />}
        aria-label={running ? `任务中心，${running} 个进行中` : '任务中心'}
        onClick={() => void navigate(TASKS)}
      />
    </Badge>
  )
}
