import { Alert, Button, Empty, Skeleton, Table, Typography } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { MapPicture } from '#headless/records/deviceMap/MapPicture.tsx'
import {
  NO_PLACES,
  ONLY_PLACED,
  placedText,
  useDeviceMap,
  type DeviceMap as State,
  type NamedCity,
} from '#headless/records/deviceMap/useDeviceMap.ts'
import type { DeviceSpot } from '#model/deviceMap.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'
import './deviceMap.css'

const pathOf = (id: string) => `${menuUrl(resources.device)}/${encodeURIComponent(id)}`

/** Where the devices stand: the cities, then one of them; the same in figures beside the picture. */
export default function DeviceMap() {
  const navigate = useNavigate()
  const map = useDeviceMap()
  const { cities, city, loading, error } = map
  const failed = error && (
    <Alert
      type="warning"
      showIcon
      title={`加载失败：${error.message}`}
      action={
        <>
          <Button size="small" onClick={map.reload}>
            重试
          </Button>
          <WhyRefused error={error} />
        </>
      }
    />
  )
  if (failed && !cities.length) return failed
  if (loading && !cities.length) return <Skeleton active className="card" />
  if (!cities.length)
    return (
      <Empty className="card" description={NO_PLACES}>
        <WhyNotButton about={{ resource: resources.device.name }} />
      </Empty>
    )
  return (
    <section className="card device-map-page" aria-label="设备地图">
      <div>
        <h2>
          {city ? `${city.name}（${city.total} 台）` : '设备地图'}
          {city && (
            <Button type="link" onClick={() => map.choose(undefined)}>
              返回全部城市
            </Button>
          )}
        </h2>
        {failed}
        <MapPicture map={map} onDevice={(id) => void navigate(pathOf(id))} />
        {city && <Legend city={city} states={map.states} />}
        <Typography.Text type="secondary">{ONLY_PLACED}</Typography.Text>
      </div>
      {city ? <Devices map={map} /> : <Cities map={map} />}
    </section>
  )
}

const Legend = ({ city, states }: { city: NamedCity; states: State['states'] }) => (
  <ul className="device-legend">
    {states.map(({ value, text }) => (
      <li key={value}>
        <svg width="12" height="12" aria-hidden>
          <circle cx="6" cy="6" r="6" className={`device-state-${value}`} />
        </svg>
        {text} {city.states[value] ?? 0}
      </li>
    ))}
  </ul>
)

const Cities = ({ map: { cities, choose, states } }: { map: State }) => (
  <Table<NamedCity>
    rowKey="areaCode"
    size="small"
    pagination={false}
    dataSource={[...cities]}
    columns={[
      {
        title: '城市',
        render: (_, { areaCode, name }) => (
          <Button type="link" size="small" onClick={() => choose(areaCode)}>
            {name}
          </Button>
        ),
      },
      { title: '设备数', dataIndex: 'total', align: 'right' },
      ...states.map(({ value, text }) => ({
        title: text,
        align: 'right' as const,
        render: (_: unknown, { states: counts }: NamedCity) => counts[value] ?? 0,
      })),
    ]}
  />
)

const Devices = ({ map: { spots, place, choosePlace, words, loading } }: { map: State }) => (
  <Table<DeviceSpot>
    // Another place begins at its first page.
    key={place?.key ?? ''}
    rowKey="id"
    {...(place && {
      title: () => (
        <>
          {placedText(place)}
          <Button type="link" size="small" onClick={() => choosePlace(undefined)}>
            显示全部
          </Button>
        </>
      ),
    })}
    size="small"
    loading={loading}
    pagination={{ pageSize: 10, size: 'small', showSizeChanger: false }}
    dataSource={[...spots]}
    columns={[
      { title: '设备', render: (_, { id, name }) => <Link to={pathOf(id)}>{name}</Link> },
      { title: '状态', render: (_, { state }) => words(state), width: 70 },
      { title: '地址', dataIndex: 'address' },
    ]}
  />
)
