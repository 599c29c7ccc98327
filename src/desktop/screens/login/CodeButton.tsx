interface Props {
  /** Seconds until another code may be asked for. */
  left: number
  send: () => Promise<void>
}

export const CodeButton = ({ left, send }: Props) => (
  <button type="button" disabled={left > 0} onClick={() => void send()}>
    {left ? `${left} 秒后重发` : '获取验证码'}
  </button>
)
