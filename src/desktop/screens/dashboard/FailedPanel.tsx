import { Alert } from 'antd'
import type { PanelOf } from '#headless/figures/panels.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'

/** What could not be counted, among what could. */
export const FailedPanel = ({ panel: { title, answer, resource } }: { panel: PanelOf<'failed'> }) => (
  <Alert
    type="warning"
    showIcon
    title={`${title}：${answer.message}`}
    action={<WhyNotButton about={{ resource: resource.name }} />}
  />
)
