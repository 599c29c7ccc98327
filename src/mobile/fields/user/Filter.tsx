export { RecordFilter as Filter } from '../base/RecordFilter.tsx'
