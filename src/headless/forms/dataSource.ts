import { useMemo, useState } from 'react'
import { sameValue } from '#model/emptiness.ts'
import { api } from '../session/api.ts'
import type { Extras, FormControls } from './useForm.ts'

export const DATA_SOURCE = {
  section: '密码与连接',
  password: '密码',
  keep: '已保存，不修改请留空',
  ask: '请输入密码',
  test: '测试连接',
  testing: '正在连接…',
} as const

const NAME = 'dbPassword'
const SENT = ['dbUrl', 'dbName', 'dbUsername', 'dbType'] as const

interface Tested {
  /** What was tried. */
  of: Readonly<Record<string, unknown>>
  good: boolean
  text: string
}

/** The password of a data source: typed, sent, and never read back; with nothing typed the saved one stays. */
export function useDataSourceExtras(): Extras {
  return useMemo<Extras>(() => ({ values: { [NAME]: '' }, secret: [NAME] }), [])
}

export const passwordIn = (form: Pick<FormControls, 'values'>): string => String(form.values[NAME] ?? '')
export const setPasswordIn = (form: Pick<FormControls, 'set'>, password: string): void => form.set(NAME, password)
export const passwordError = (form: Pick<FormControls, 'errors'>): string | undefined => form.errors[NAME]
export const passwordPrompt = (form: Pick<FormControls, 'row'>): string =>
  form.row?.hasPassword === 'Y' ? DATA_SOURCE.keep : DATA_SOURCE.ask

/** Tries the connection as it stands in the form, saved or not. What it said is about these values and goes when they change. */
export function useConnectionTest({ values, row }: Pick<FormControls, 'values' | 'row'>) {
  const [tested, setTested] = useState<Tested>()
  const [busy, setBusy] = useState(false)
  const now = Object.fromEntries([...SENT, NAME].map((name) => [name, values[name] ?? '']))
  async function test() {
    setBusy(true)
    setTested(undefined)
    try {
      const { message } = await api.envelope('POST', '/online/cgreport/api/testConnection', {
        body: { ...now, ...(row && { id: row.id }) },
        quiet: true,
      })
      setTested({ of: now, good: true, text: message })
    } catch (error) {
      setTested({ of: now, good: false, text: (error as Error).message })
    } finally {
      setBusy(false)
    }
  }
  return { tested: tested && sameValue(tested.of, now) ? tested : undefined, busy, test }
}
