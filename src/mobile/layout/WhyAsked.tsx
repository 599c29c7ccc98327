import { QueryClientProvider } from '@tanstack/react-query'
import { askAbout } from '#headless/connection/notices.ts'
import { queryClient } from '#headless/session/queries.ts'
import WhyNot from '../screens/whyNot/WhyNot.tsx'

/** 为什么 of a right that a notice named, over whatever page is shown: notices stand outside of the pages and of what they share. */
export default function WhyAsked({ permission }: { permission: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <WhyNot about={{ permission }} onClose={() => askAbout(undefined)} />
    </QueryClientProvider>
  )
}
