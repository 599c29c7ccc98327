import { create } from 'zustand'
import { said } from '../connection/said.ts'

const SEPARATOR = ' · '
const configured = () => said('name')

/** The platform's own name; the server may say another. */
export const usePlatform = create<{ name: string }>(() => ({ name: configured() || '电池租赁管理平台' }))

/** Page title, separator, platform name; on the home page the platform name only. */
export const documentTitle = (page: string | undefined, platform = usePlatform.getState().name): string =>
  page ? `${page}${SEPARATOR}${platform}` : platform
