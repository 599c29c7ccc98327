import { Button, Popup } from 'antd-mobile'
import { AddOutline } from 'antd-mobile-icons'
import { say } from '#headless/connection/notices.ts'
import { MATCHES } from '#headless/lists/advancedQuery/conditions.ts'
import { MOST_TITLE } from '#headless/lists/advancedQuery/oldQueries.ts'
import { useAdvancedQuery } from '#headless/lists/advancedQuery/useAdvancedQuery.ts'
import type { ListControls } from '#headless/lists/useList.ts'
import { useShown } from '#headless/records/useShown.ts'
import { text } from '#model/fields.ts'
import type { Match } from '#model/query.ts'
import type { Resource } from '#model/resource.ts'
import { askInput, confirm } from '../../../layout/ask.ts'
import { useBackToClose } from '../../../layout/back.ts'
import { ConditionCard } from './ConditionCard.tsx'
import { SavedQueries } from './SavedQueries.tsx'
import './query.css'

interface Props {
  resource: Resource
  list: Pick<ListControls, 'query' | 'setSuperQuery'>
  visible: boolean
  onClose(): void
}

// Left empty, the sentence of the query itself is said.
const naming = { title: text('名称', { max: MOST_TITLE }) }

/** The builder of advanced queries over the whole screen. What is written stays when it is closed. */
export default function QueryPage({ resource, list, visible, onClose }: Props) {
  useBackToClose(visible, onClose)
  const shown = useShown()
  const asked = useAdvancedQuery(resource, list)
  const { conditions, match } = asked.draft
  const values = Object.fromEntries(conditions.map(({ field, val }) => [field, val]))

  async function save(): Promise<void> {
    if (!asked.maySave()) return
    const own = asked.taken?.mine ? asked.taken : undefined
    let title = own?.title ?? ''
    do {
      const given = await askInput({
        title: '保存查询条件',
        yes: '保存',
        danger: false,
        fields: naming,
        row: { title },
      })
      if (!given) return
      title = String(given.title ?? '')
      // Whom an own query is shared with is changed on the desktop.
      const share = own?.title === title.trim() ? own.roleCodes : []
      const saved = await asked.save(title, share)
      if (saved === 'saved') return
      if (saved === 'exists' && !shown.current) say('warning', `查询条件“${title}”已存在，未保存`)
      else if (saved === 'exists' && (await confirm({ title: '已存在，是否覆盖？', content: title, yes: '覆盖' })))
        if ((await asked.save(title, share, true)) === 'saved') return
      // Asked again only above the list it is about.
    } while (shown.current)
  }

  return (
    <Popup visible={visible} bodyClassName="vd-sheet vd-query">
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={onClose}>
          返回
        </Button>
        <h2 className="vd-sheet-title">高级查询</h2>
        <Button fill="none" color="primary" onClick={() => void save()}>
          保存
        </Button>
      </div>
      <div className="vd-sheet-body vd-query-body">
        <div className="vd-phrases" role="group" aria-label="匹配模式">
          {Object.entries(MATCHES).map(([value, words]) => (
            <button
              type="button"
              key={value}
              className="vd-chip"
              aria-pressed={value === match}
              onClick={() => asked.setMatch(value as Match)}
            >
              {words}
            </button>
          ))}
        </div>
        {conditions.map((condition, index) => (
          <ConditionCard key={condition.key} asked={asked} condition={condition} number={index + 1} values={values} />
        ))}
        <Button block fill="outline" disabled={!asked.mayAdd} onClick={asked.add}>
          <AddOutline /> 添加条件
        </Button>
        <SavedQueries resource={resource} taken={asked.taken} onTake={asked.take} />
      </div>
      <div className="vd-buttons">
        <Button size="large" onClick={asked.reset}>
          重置
        </Button>
        <Button size="large" color="primary" onClick={() => void asked.run()}>
          查询
        </Button>
      </div>
    </Popup>
  )
}
