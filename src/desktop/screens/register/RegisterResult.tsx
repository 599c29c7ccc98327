import { registrationResult, RESULT_TITLE } from '#headless/session/registrationResult.tsx'
import { Card } from '../login/Card.tsx'

export default function RegisterResult() {
  const { heading, says, next } = registrationResult()
  return (
    <Card title={RESULT_TITLE}>
      <h2>{heading}</h2>
      {says}
      <a className="login-submit" href={next.to}>
        {next.text}
      </a>
    </Card>
  )
}
