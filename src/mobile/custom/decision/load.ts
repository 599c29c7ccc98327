/** For the first page of a link too, which knows nothing else of what replaces what. */
export const loadDecision = () => import('./DecisionDetail.tsx')
