import { registrationResult, RESULT_TITLE } from '#headless/session/registrationResult.tsx'
import { Button } from '../frame/plain.tsx'
import { Outside } from './Outside.tsx'

export default function RegisterResult() {
  const { heading, says, next } = registrationResult()
  return (
    <Outside title={RESULT_TITLE}>
      <h2>{heading}</h2>
      {says}
      <Button block color="primary" size="large" onClick={() => location.assign(next.to)}>
        {next.text}
      </Button>
    </Outside>
  )
}
