export { TimeFilter as Filter } from '../base/TimeFilter.tsx'
