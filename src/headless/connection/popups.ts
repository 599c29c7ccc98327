/** How many popups of the phone have an entry in the history of the browser that going back would take (`mobile/layout/back.ts`). */
export const popupEntries = (): number => (history.state as { popups?: number } | null)?.popups ?? 0
