interface Page {
  total: number
  rows?: readonly unknown[]
  records?: readonly unknown[]
}

/** What `useLastPage` judges: how much of how many came; undefined while the page before stands in its place. */
export const shownOf = ({ data, isPlaceholderData }: { data: Page | undefined; isPlaceholderData: boolean }) =>
  data && !isPlaceholderData ? { shown: (data.rows ?? data.records ?? []).length, total: data.total } : undefined
