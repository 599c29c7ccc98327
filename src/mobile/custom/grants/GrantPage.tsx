import { Button, SearchBar, Switch } from 'antd-mobile'
import { useState } from 'react'
import {
  allKeys,
  found,
  grantName,
  hasRules,
  NOT_FOUND,
  toggled,
  useGrants,
  type GrantNode,
  type Holder,
} from '#headless/forms/grants.ts'
import { say } from '#headless/connection/notices.ts'
import { TreeList, type TreeListNode } from '../../fields/pickers/TreeList.tsx'
import { useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { useLeaving } from '../../layout/useLeaving.ts'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import { RuleSheet } from './RuleSheet.tsx'
import '../../layout/imperative.ts'
import '../../layout/sheet.css'
import '../../fields/pickers/picker.css'
import '../../screens/apps/apps.css'
import '../../screens/detail/detail.css'

/** Which menus and actions a role or a department has. */
export function GrantPage({ holder, title }: { holder: Holder; title: string }) {
  const go = useGo()
  const { tree: known, error, refetch, chosen, changed, choose, drop, busy, save } = useGrants(holder)
  const [linked, setLinked] = useState(true)
  const [ruled, setRuled] = useState<GrantNode>()
  const [word, setWord] = useState('')
  const tree = known ?? []
  const shown = found(tree, word)
  const now = new Set(chosen)
  const everything = allKeys(tree)
  const { leave, leaveNow } = useLeaving({
    dirty: changed,
    discard: drop,
    words: { what: '未保存的授权', keep: '继续' },
  })

  const drawn = (node: GrantNode): TreeListNode => ({
    key: node.key,
    title: grantName(node),
    leaf: !node.children?.length,
    ...(hasRules(node) && { beside: { label: '数据规则', onPress: () => setRuled(node) } }),
    ...(node.children?.length && { children: node.children.map(drawn) }),
  })
  async function saved() {
    try {
      say('success', await save())
      leaveNow()
    } catch (refused) {
      say('error', wordsOf(refused))
    }
  }
  return (
    <Page
      title={title}
      onBack={leave}
      footer={
        tree.length > 0 && (
          <div className="vd-buttons">
            <Button block size="large" color="primary" loading={busy} loadingText="保存" onClick={() => void saved()}>
              {`保存（已选 ${everything.filter((key) => now.has(key)).length}）`}
            </Button>
          </div>
        )
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !known ? (
        <Blocks />
      ) : tree.length ? (
        <section className="vd-section">
          <div className="vd-picker-linked">
            <span>父子关联</span>
            <Switch aria-label="父子关联" checked={linked} onChange={setLinked} />
          </div>
          <SearchBar placeholder="搜索菜单与操作" value={word} onChange={setWord} />
          {!shown.length && <Nothing>{NOT_FOUND}</Nothing>}
          <TreeList
            // Of what is looked for everything is seen.
            key={word}
            label="菜单与操作"
            multiple
            nodes={shown.map(drawn)}
            ticked={[...now]}
            opened={word.trim() ? allKeys(shown) : []}
            onToggle={(key) => choose(toggled(tree, word, now, key, { linked }))}
          />
        </section>
      ) : (
        <Nothing action="返回" onAction={go.back}>
          部门还没有被授予任何菜单，请先设置部门权限
        </Nothing>
      )}
      {ruled && (
        <RuleSheet
          holder={holder}
          permissionId={ruled.key}
          name={grantName(ruled)}
          onClose={() => setRuled((now) => (now === ruled ? undefined : now))}
        />
      )}
    </Page>
  )
}
