import type { PanelOf } from '#headless/figures/panels.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'

/** What could not be counted, among what could. */
export const FailedPanel = ({ panel: { title, answer, resource } }: { panel: PanelOf<'failed'> }) => (
  <section className="vd-card" aria-label={title}>
    <b>{title}</b>
    <p role="alert">{answer.message}</p>
    <WhyNotButton about={{ resource: resource.name }} />
  </section>
)
