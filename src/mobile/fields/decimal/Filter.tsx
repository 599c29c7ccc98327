export { NumberFilter as Filter } from '../base/NumberFilter.tsx'
