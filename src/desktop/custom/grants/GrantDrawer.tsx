import { Alert, App, Button, Drawer, Empty, Skeleton, Switch, Tree } from 'antd'
import { useState } from 'react'
import { allKeys, grantName, hasRules, ticked, useGrants, type GrantNode, type Holder } from '#headless/forms/grants.ts'
import { RuleModal } from './RuleModal.tsx'

interface Props {
  holder: Holder
  title: string
  onClose: () => void
}

/** Which menus and actions a role or a department has. */
export function GrantDrawer({ holder, title, onClose }: Props) {
  const { message, modal } = App.useApp()
  const { tree: known, error, refetch, chosen, changed, choose, busy, save } = useGrants(holder)
  const [linked, setLinked] = useState(true)
  const [expanded, setExpanded] = useState<readonly string[]>()
  const [ruled, setRuled] = useState<GrantNode>()
  const tree = known ?? []
  const now = new Set(chosen)
  const everything = allKeys(tree)
  const open = expanded ?? tree.map(({ key }) => key)

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
    modal.confirm({ title: '放弃未保存的授权吗?', okText: '放弃', cancelText: '继续', onOk: onClose })
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
          <div className="toolbar">
            <label className="row-buttons">
              <Switch size="small" checked={linked} onChange={setLinked} /> 父子关联
            </label>
            <Button size="small" onClick={() => choose(new Set([...now, ...everything]))}>
              全选
            </Button>
            <Button size="small" onClick={() => choose([])}>
              全不选
            </Button>
            <Button size="small" onClick={() => setExpanded(everything)}>
              展开全部
            </Button>
            <Button size="small" onClick={() => setExpanded([])}>
              收起全部
            </Button>
          </div>
          {/* Always strict: antd's own linking would tick below every page of which the role has only a part. */}
          <Tree
            checkable
            checkStrictly
            selectable={false}
            treeData={tree.map(drawn) as { key: string }[]}
            checkedKeys={{ checked: [...now], halfChecked: [] }}
            expandedKeys={[...open]}
            onExpand={(keys) => setExpanded(keys.map(String))}
            onCheck={(_, { node, checked }) => choose(ticked(tree, now, String(node.key), { on: checked, linked }))}
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
