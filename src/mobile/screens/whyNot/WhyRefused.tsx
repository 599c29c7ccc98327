import { askedOfRefusal } from '#headless/session/whyNot.ts'
import { WhyNotButton } from './WhyNotButton.tsx'

/** 为什么 beside what went wrong, where that is a right somebody has not. */
export function WhyRefused({ error }: { error: unknown }) {
  const about = askedOfRefusal(error)
  return about && <WhyNotButton about={about} />
}
