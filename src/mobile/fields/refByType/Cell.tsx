export { RecordCell as Cell } from '../base/RecordCell.tsx'
