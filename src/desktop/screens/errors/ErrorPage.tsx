import { Button, Result } from 'antd'
import type { WhyNotAsked } from '#headless/session/whyNot.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'

const known = {
  '403': '无权限。抱歉，您没有权限访问此页面',
  '404': '抱歉，您访问的页面不存在',
  '500': '抱歉，服务器出错了',
} as const
type Code = keyof typeof known
const isKnown = (code: string): code is Code => Object.hasOwn(known, code)

/** `about`: what was asked for, where it is there and not for this person. */
export default function ErrorPage({ code, about }: { code: string; about?: WhyNotAsked }) {
  const shown = isKnown(code) ? code : '404'
  return (
    <Result
      status={shown}
      title={shown}
      subTitle={known[shown]}
      extra={
        <>
          <Button type="primary" href="/">
            返回首页
          </Button>
          {about && <WhyNotButton about={about} />}
        </>
      }
    />
  )
}
