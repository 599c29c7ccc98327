/**
 * `npm run contract` writes the section 'Addresses' of `docs/contract.md` from the routes of the product. With `--check` it only
 * says whether that section is still true.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { methodsOf } from '../server/http/register.ts'
import { productRoutes } from '../server/routes.ts'
import { addressesSection, withSection } from './contract/section.ts'

const page = fileURLToPath(new URL('../docs/contract.md', import.meta.url))
const written = readFileSync(page, 'utf8')
const made = withSection(
  written,
  addressesSection(productRoutes().map((route) => ({ methods: methodsOf(route), path: route.path }))),
)

if (!process.argv.includes('--check')) writeFileSync(page, made)
else if (made !== written) {
  console.error('docs/contract.md 已过时，请运行 npm run contract')
  process.exit(1)
}
