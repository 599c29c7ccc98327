import { useEffect } from 'react'
import { askAbout, offerWhy, WHY_NOT } from '#headless/connection/notices.ts'

/** To read what was refused and to reach for the button. */
const STANDS_MS = 8000

/** 为什么 below a message that a right was wanting. The message itself is out of reach: its kit hides it from screen readers. */
export default function WhyOffer({ permission }: { permission: string }) {
  useEffect(() => {
    const timer = setTimeout(() => offerWhy(undefined), STANDS_MS)
    return () => clearTimeout(timer)
  }, [permission])
  return (
    <div className="vd-why-offer" role="status">
      <button
        type="button"
        className="vd-text-button"
        onClick={() => {
          offerWhy(undefined)
          askAbout(permission)
        }}
      >
        没有权限，{WHY_NOT}
      </button>
    </div>
  )
}
