export { UploadInput as Input } from '../base/UploadInput.tsx'
