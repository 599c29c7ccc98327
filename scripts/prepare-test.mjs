/** Before `npm test`: packages and a browser. Node built-ins only. */
import { checkNode } from './node-version.mjs'
import { install } from './install.mjs'
import { findBrowser } from './browser.mjs'

checkNode()
install({ dev: true })
findBrowser()
