export { Input } from '../date/Input.tsx'
