import product from '../../package.json' with { type: 'json' }

/** Of the product, as `package.json` says it. */
export const VERSION = product.version
