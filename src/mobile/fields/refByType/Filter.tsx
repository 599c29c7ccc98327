export { NoFilter as Filter } from '../base/NoFilter.ts'
