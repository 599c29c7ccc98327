import { HundredthsInput, type HundredthsProps } from '../base/HundredthsInput.tsx'

export const Input = (props: HundredthsProps) => <HundredthsInput {...props} sign={{ prefix: '¥' }} />
