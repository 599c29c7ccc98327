declare module 'doiuse' {
  import type { ChildNode, Plugin } from 'postcss'
  interface Usage {
    /** Key of caniuse. */
    feature: string
    /** `missing`: the browsers without it, in words. */
    featureData: { missing?: string }
    usage: ChildNode
  }
  const doiuse: new (options: { browsers: readonly string[]; onFeatureUsage(usage: Usage): void }) => Plugin
  export default doiuse
}
