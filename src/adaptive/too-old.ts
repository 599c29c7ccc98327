/**
 * Before anything else, and in the JavaScript of old webviews, so without `const` and arrows, which nothing translates: where
 * the client cannot run, it says so instead of showing an empty page. Below Chromium 87 and iOS 14.
 */
if (
  lacks() ||
  isOld(
    /(?:Chrome|CriOS)\/(\d+)/.exec(navigator.userAgent),
    /(?:iPhone|iPad|iPod).*? OS (\d+)_/.exec(navigator.userAgent),
  )
)
  sayIn(document.getElementById('root'))

function isOld(chrome: RegExpExecArray | null, apple: RegExpExecArray | null): boolean {
  return chrome ? Number(chrome[1]) < 87 : apple ? Number(apple[1]) < 14 : false
}

/** Both came with Chromium 85 and iOS 14; a webview may say what it likes. */
function lacks(): boolean {
  return !('noModule' in document.createElement('script')) || !('Promise' in window) || !('any' in Promise)
}

function sayIn(root: HTMLElement | null): void {
  if (!root) return
  root.id = 'too-old'
  root.setAttribute('role', 'alert')
  root.style.cssText = 'padding:30% 24px 0;text-align:center;font:16px/1.8 sans-serif'
  root.innerHTML =
    '<h1 style="font-size:20px">请升级客户端</h1><p>当前客户端的版本过低，无法打开本系统。</p><p>请在手机的应用商店或官方网站更新后，再打开本页。</p>'
}
