import { Link } from 'react-router-dom'
import { usePlatform } from '#headless/session/title.ts'

/** Leads home. */
export function Logo({ tone, short = false }: { tone: 'dark' | 'light'; short?: boolean }) {
  const name = usePlatform((state) => state.name)
  return (
    <Link to="/" className={`logo logo-${tone}`} aria-label={`${name}，回到首页`}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      {!short && <span>{name}</span>}
    </Link>
  )
}
