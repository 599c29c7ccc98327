/** A page of another system within ours. */
export default function Frame({ url, title }: { url: string; title: string }) {
  if (!/^https?:\/\//.test(url)) return <p className="card">“{title}”的地址不正确，请联系管理员检查菜单设置。</p>
  return <iframe src={url} title={title} className="frame" />
}
