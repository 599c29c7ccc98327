import { registrationResult, RESULT_TITLE } from '#headless/session/registrationResult.tsx'
import { Button } from '../../layout/plain.tsx'
import { Card } from '../login/Card.tsx'
import { leaveFor } from '#headless/connection/leaving.ts'

export default function RegisterResult() {
  const { heading, says, next } = registrationResult()
  return (
    <Card title={RESULT_TITLE}>
      <h2>{heading}</h2>
      {says}
      <Button block color="primary" size="large" onClick={() => leaveFor(next.to)}>
        {next.text}
      </Button>
    </Card>
  )
}
