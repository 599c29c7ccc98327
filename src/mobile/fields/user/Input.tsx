export { RecordInput as Input } from '../base/RecordInput.tsx'
