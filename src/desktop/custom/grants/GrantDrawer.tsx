import { Alert, App, Button, Drawer, Empty, Input, Skeleton, Switch, Tree } from 'antd'
import { useState } from 'react'
import {
  allKeys,
  found,
  grantName,
  hasRules,
  meant,
  NOT_FOUND,
  toggled,
  useGrants,
  type GrantNode,
  type Holder,
} from '#headless/forms/grants.ts'
import { useDiscardQuestion } from '../../layout/useDiscardQuestion.ts'
import { RuleModal } from './RuleModal.tsx'

interface Props {
  holder: Holder
  title: string
  onClose: () => void
}

/** Which menus and actions a role or a department has. */
export function GrantDrawer({ holder, title, onClose }: Props) {
  const { message } = App.useApp()
  const askToDiscard = useDiscardQuestion()
  const { tree: known, error, refetch, chosen, changed, choose, busy, save } = useGrants(holder)
  const [linked, setLinked] = useState(true)
  const [expanded, setExpanded] = useState<readonly string[]>()
  const [ruled, setRuled] = useState<GrantNode>()
  const [word, setWord] = useState('')
  const tree = known ?? []
  const shown = found(tree, word)
  const seen = allKeys(shown)
  const now = new Set(chosen)
  const everything = allKeys(tree)
  // Of what is looked for everything is seen, until it is closed again.
  const open = expanded ?? (word.trim() ? seen : tree.map(({ key }) => key))

  async function saved() {
    try {
      void message.success(await save())
      onClose()
    } catch (refused) {
      void message.warning((refused as Error).message)
    }
  }
  function leave() {
    // What is under way is not given up by leaving: it would be saved all the same.
    if (busy) return
    if (!changed) return onClose()
    askToDiscard(onClose, { title: '放弃未保存的授权吗?', keep: '继续' })
  }
  const drawn = (node: GrantNode): object => ({
    key: node.key,
    title: (
      <span className="row-buttons">
        {grantName(node)}
        {hasRules(node) && (
          <Button
            type="link"
            size="small"
            onClick={(event) => {
              event.stopPropagation()
              setRuled(node)
            }}
          >
            数据规则
          </Button>
        )}
      </span>
    ),
    ...(node.children?.length && { children: node.children.map(drawn) }),
  })

  return (
    <Drawer
      open
      title={title}
      size={560}
      onClose={leave}
      mask={{ closable: false }}
      footer={
        <div className="row-buttons">
          <Button type="primary" loading={busy} disabled={!known} onClick={() => void saved()}>
            保存
          </Button>
          <Button disabled={busy} onClick={leave}>
            取消
          </Button>
          <span role="status">
            已选择 {everything.filter((key) => now.has(key)).length} / {everything.length} 项
          </span>
        </div>
      }
    >
      {error ? (
        <Alert
          type="warning"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>重试</Button>}
        />
      ) : !known ? (
        <Skeleton active />
      ) : !tree.length ? (
        <Empty description="部门还没有被授予任何菜单，请先设置部门权限" />
      ) : (
        <>
          <Input.Search
            allowClear
            placeholder="搜索菜单与操作"
            style={{ marginBottom: 12 }}
            aria-label="搜索菜单与操作"
            value={word}
            onChange={({ target: { value } }) => {
              setWord(value)
              setExpanded(undefined)
            }}
          />
          <div className="toolbar">
            <label className="row-buttons">
              <Switch size="small" checked={linked} onChange={setLinked} /> 父子关联
            </label>
            <Button size="small" onClick={() => choose(new Set([...now, ...seen]))}>
              全选
            </Button>
            <Button
              size="small"
              onClick={() => {
                const cleared = new Set(meant(tree, word))
                choose(word.trim() ? [...now].filter((key) => !cleared.has(key)) : [])
              }}
            >
              全不选
            </Button>
            <Button size="small" onClick={() => setExpanded(seen)}>
              展开全部
            </Button>
            <Button size="small" onClick={() => setExpanded([])}>
              收起全部
            </Button>
          </div>
          {!shown.length && <Empty description={NOT_FOUND} />}
          {/* Always strict: antd's own linking would tick below every page of which the role has only a part. */}
          <Tree
            checkable
            checkStrictly
            selectable={false}
            treeData={shown.map(drawn) as { key: string }[]}
            checkedKeys={{ checked: [...now], halfChecked: [] }}
            expandedKeys={[...open]}
            onExpand={(keys) => setExpanded(keys.map(String))}
            onCheck={(_, { node }) => choose(toggled(tree, word, now, String(node.key), { linked }))}
          />
        </>
      )}
      {ruled && (
        <RuleModal
          holder={holder}
          permissionId={ruled.key}
          name={grantName(ruled)}
          onClose={() => setRuled((now) => (now === ruled ? undefined : now))}
        />
      )}
    </Drawer>
  )
}
