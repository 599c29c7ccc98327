/** A page outside the layout, to see that the program itself loads. */
export default function TestHome() {
  return (
    <main style={{ padding: 24, textAlign: 'center' }}>
      <h1>测试首页</h1>
      <p>
        <a href="/">进入系统</a>
      </p>
    </main>
  )
}
