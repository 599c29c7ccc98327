export { NoFilter as Filter } from '../base/NoFilter.tsx'
