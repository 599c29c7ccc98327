export { Input } from '../image/Input.tsx'
