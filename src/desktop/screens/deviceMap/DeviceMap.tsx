import { Alert, Button, Empty, Skeleton, Table } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { MapPicture } from '#headless/deviceMap/MapPicture.tsx'
import { useDeviceMap, type DeviceMap as State, type NamedCity } from '#headless/deviceMap/useDeviceMap.ts'
import type { DeviceSpot } from '#model/deviceMap.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import './deviceMap.css'

const pathOf = (id: string) => `${menuUrl(resources.device)}/${encodeURIComponent(id)}`

/** Where the devices stand: the cities, then one of them; the same in figures beside the picture. */
export default function DeviceMap() {
  const navigate = useNavigate()
  const map = useDeviceMap()
  const { cities, city, loading, error } = map
  if (error)
    return (
      <Alert
        type="warning"
        showIcon
        title={`加载失败：${error.message}`}
        action={
          <Button size="small" onClick={map.reload}>
            重试
          </Button>
        }
      />
    )
  if (loading && !cities.length) return <Skeleton active className="card" />
  if (!cities.length)
    return <Empty className="card" description="还没有填写经纬度的设备，在设备资料中填写后显示在这里" />
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
        <MapPicture map={map} onDevice={(id) => void navigate(pathOf(id))} />
        {city && <Legend city={city} words={map.words} />}
      </div>
      {city ? <Devices map={map} /> : <Cities map={map} />}
    </section>
  )
}

const Legend = ({ city, words }: { city: NamedCity; words: State['words'] }) => (
  <ul className="device-legend">
    {(['1', '0', '2'] as const).map((state) => (
      <li key={state}>
        <svg width="12" height="12" aria-hidden>
          <circle cx="6" cy="6" r="6" className={`device-state-${state}`} />
        </svg>
        {words(state)} {{ '1': city.online, '0': city.offline, '2': city.faulty }[state]}
      </li>
    ))}
  </ul>
)

const Cities = ({ map: { cities, choose } }: { map: State }) => (
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
      { title: '在线', dataIndex: 'online', align: 'right' },
      { title: '离线', dataIndex: 'offline', align: 'right' },
      { title: '故障', dataIndex: 'faulty', align: 'right' },
    ]}
  />
)

const Devices = ({ map: { spots, words, loading } }: { map: State }) => (
  <Table<DeviceSpot>
    rowKey="id"
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
