import { useQuery } from '@tanstack/react-query'

export interface AreaNode {
  value: string
  label: string
  children?: AreaNode[]
}

/** Provinces, cities and districts under root 86, loaded when the first field needs them. */
async function loadAreas(): Promise<AreaNode[]> {
  const { areaList } = await import('@vant/area-data')
  const districts = grouped(areaList.county_list, 4)
  const cities = grouped(areaList.city_list, 2)
  return Object.entries(areaList.province_list).map(([code, label]) => ({
    value: code,
    label,
    children: (cities.get(code.slice(0, 2)) ?? []).map((city) => ({
      ...city,
      children: districts.get(city.value.slice(0, 4)) ?? [],
    })),
  }))
}

function grouped(list: Record<string, string>, digits: number): Map<string, AreaNode[]> {
  const groups = new Map<string, AreaNode[]>()
  for (const [value, label] of Object.entries(list)) {
    const key = value.slice(0, digits)
    groups.set(key, [...(groups.get(key) ?? []), { value, label }])
  }
  return groups
}

let loading: Promise<AreaNode[]> | undefined

const walk = (nodes: readonly AreaNode[], above: string): { value: string; text: string }[] =>
  nodes.flatMap(({ value, label, children = [] }) => {
    const text = above ? `${above} / ${label}` : label
    return [{ value, text }, ...walk(children, text)]
  })

/** Every area with the whole way down to it: 广东省 / 深圳市 / 南山区. */
export async function areaNames(): Promise<readonly { value: string; text: string }[]> {
  loading ??= loadAreas().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return walk(await loading, '')
}

/** Empty until they are there. */
export const useAreas = (): readonly AreaNode[] =>
  useQuery({ queryKey: ['areas'], queryFn: loadAreas, staleTime: Infinity, gcTime: Infinity }).data ?? []

/** 440305 → ['440000', '440300', '440305']: the way down to a code. */
export const areaPath = (code: string): string[] =>
  code ? [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])] : []
