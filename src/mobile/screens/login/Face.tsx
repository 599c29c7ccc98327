import { SLOGAN } from '#headless/session/slogan.ts'
import './face.css'

/** Whose product this is: a drawing of our own and a sentence, below everything that is typed or tapped. */
export default function Face() {
  return (
    <aside className="vd-face">
      <img src="/drawings/entrance.svg" alt="" width={360} height={240} />
      <p>{SLOGAN}</p>
    </aside>
  )
}
