import { List } from 'antd-mobile'
import { MapPicture } from '#headless/records/deviceMap/MapPicture.tsx'
import {
  countsText,
  NO_PLACES,
  ONLY_PLACED,
  placedText,
  useDeviceMap,
} from '#headless/records/deviceMap/useDeviceMap.ts'
import { resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'

/** Where the devices stand: the cities, then one of them; the same as a list below the picture. */
export default function DeviceMap() {
  const go = useGo()
  const map = useDeviceMap()
  const { cities, city, place, spots, loading, error, states, words, choose, choosePlace } = map
  const open = (id: string) => go.to(`${menuUrl(resources.device)}/${encodeURIComponent(id)}`)
  return (
    <Page title={city ? `${city.name}的设备` : '设备地图'}>
      {error && !cities.length ? (
        <Failed error={error} onRetry={map.reload} />
      ) : loading && !cities.length ? (
        <Blocks />
      ) : cities.length ? (
        <>
          {error && <Failed error={error} onRetry={map.reload} />}
          <MapPicture map={map} onDevice={open} />
          {city ? (
            <List header={place ? placedText(place) : ONLY_PLACED}>
              {place && <List.Item onClick={() => choosePlace(undefined)}>显示{city.name}的全部设备</List.Item>}
              <List.Item onClick={() => choose(undefined)}>返回全部城市</List.Item>
              {spots.map(({ id, name, state, address }) => (
                <List.Item key={id} onClick={() => open(id)} description={address} extra={words(state)}>
                  {name}
                </List.Item>
              ))}
            </List>
          ) : (
            <List header={ONLY_PLACED}>
              {cities.map(({ areaCode, name, total, states: counts }) => (
                <List.Item
                  key={areaCode}
                  onClick={() => choose(areaCode)}
                  description={countsText(states, counts)}
                  extra={`${total} 台`}
                >
                  {name}
                </List.Item>
              ))}
            </List>
          )}
        </>
      ) : (
        <>
          <Nothing>{NO_PLACES}</Nothing>
          <WhyNotButton about={{ resource: resources.device.name }} />
        </>
      )}
    </Page>
  )
}
