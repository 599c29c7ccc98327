/** The parts of echarts that our charts need, and no more. Loaded by the page that draws one. */
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as withParts, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { labelOf, type Point } from './point.ts'

// SVG stays sharp in print and is a tenth of a canvas on a phone.
withParts([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

export interface ChartLook {
  colour: string
  text: string
  line: string
  ground: string
}

export interface ChartContent {
  kind: 'line' | 'bars'
  points: readonly Point[]
}

const short = (value: number): string =>
  Math.abs(value) >= 10_000 ? `${Math.round(value / 1000) / 10}万` : String(Math.round(value * 100) / 100)
const LONGEST = 8
const cut = (label: string) => (label.length > LONGEST ? `${label.slice(0, LONGEST)}…` : label)

function optionOf({ kind, points }: ChartContent, { colour, text, line, ground }: ChartLook): EChartsCoreOption {
  const names = { type: 'category', data: points.map(({ label }) => label), axisLine: { lineStyle: { color: line } } }
  const axisLabel = { color: text, fontSize: 11 }
  const values = {
    type: 'value',
    minInterval: 1,
    splitLine: { lineStyle: { color: line } },
    axisLabel: { ...axisLabel, formatter: short },
  }
  const common = {
    color: [colour],
    animation: false,
    textStyle: { fontFamily: 'inherit' },
    tooltip: {
      trigger: 'axis',
      backgroundColor: ground,
      borderColor: line,
      textStyle: { color: text },
      formatter: (found: { dataIndex: number }[]) => {
        const point = points[found[0]?.dataIndex ?? -1]
        const box = document.createElement('div')
        box.textContent = point ? `${labelOf(point)}　${point.text}` : ''
        return box
      },
    },
    grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
  }
  if (kind === 'line')
    return {
      ...common,
      xAxis: {
        ...names,
        axisTick: { show: false },
        axisLabel: { ...axisLabel, formatter: (day: string) => day.slice(5) },
      },
      yAxis: values,
      series: [
        {
          type: 'line',
          data: points.map(({ value, soFar }) => (soFar ? null : value)),
          showSymbol: false,
          areaStyle: { opacity: 0.12 },
        },
        {
          type: 'line',
          data: points.map(({ value, soFar }) => (soFar ? value : null)),
          symbol: 'emptyCircle',
          symbolSize: 8,
          // Also where there is no room for the names of all days.
          showAllSymbol: true,
          showSymbol: true,
        },
      ],
    }
  return {
    ...common,
    xAxis: values,
    yAxis: { ...names, inverse: true, axisTick: { show: false }, axisLabel: { ...axisLabel, formatter: cut } },
    series: [{ type: 'bar', data: points.map(({ value }) => value), barMaxWidth: 18 }],
  }
}

export interface Drawn {
  change(content: ChartContent, look: ChartLook): void
  resize(): void
  end(): void
}

/** `onPoint`: a point was chosen, by its place. */
export function draw(place: HTMLElement, onPoint: (index: number) => void): Drawn {
  const chart = init(place, undefined, { renderer: 'svg' })
  // Paper is narrower than the screen and nobody draws anew for it: the picture grows and shrinks as it is.
  const scalable = () =>
    place.querySelector('svg')?.setAttribute('viewBox', `0 0 ${chart.getWidth()} ${chart.getHeight()}`)
  chart.on('click', ({ dataIndex }) => onPoint(dataIndex))
  return {
    change(content, look) {
      chart.setOption(optionOf(content, look), { notMerge: true })
      scalable()
    },
    resize() {
      chart.resize()
      scalable()
    },
    end: () => chart.dispose(),
  }
}
