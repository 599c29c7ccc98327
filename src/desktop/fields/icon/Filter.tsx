export { TextFilter as Filter } from '../base/TextFilter.tsx'
