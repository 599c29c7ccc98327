import { Typography } from 'antd'

/** A question, and below it what it is about. */
export const QuestionAbout = ({ question, subject }: { question: string; subject: string | undefined }) => (
  <>
    <div>{question}</div>
    {subject && <Typography.Text strong>{subject}</Typography.Text>}
  </>
)
