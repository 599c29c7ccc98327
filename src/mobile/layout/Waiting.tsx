/** Stands where a page will be: grey blocks, without words. */
export const Waiting = () => (
  <div className="vd-page" role="status" aria-label="正在加载">
    <div className="vd-head vd-head-empty" />
    <div className="vd-scroll">
      <div className="vd-blocks" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  </div>
)

/** The same inside a page that is there already. */
export const Blocks = ({ count = 4 }: { count?: number }) => (
  <div className="vd-blocks" role="status" aria-label="正在加载">
    {Array.from({ length: count }, (_, index) => (
      <i key={index} />
    ))}
  </div>
)
