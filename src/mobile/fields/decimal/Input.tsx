export { NumberInput as Input } from '../base/NumberInput.tsx'
