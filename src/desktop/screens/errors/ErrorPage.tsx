import { Button, Result } from 'antd'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'

const known = {
  '403': '无权限。抱歉，您没有权限访问此页面',
  '404': '抱歉，您访问的页面不存在',
  '500': '抱歉，服务器出错了',
} as const
type Code = keyof typeof known
const isKnown = (code: string): code is Code => Object.hasOwn(known, code)

/** `path`: the address that was asked for, where it is there and not for this person. */
export default function ErrorPage({ code, path }: { code: string; path?: string }) {
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
          {path && <WhyNotButton about={{ path }} />}
        </>
      }
    />
  )
}
