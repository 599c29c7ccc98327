import { NO_RULES, rulesTitle, useHolderRules, type Holder } from '#headless/forms/grants.ts'
import { say } from '#headless/connection/notices.ts'
import { FullSheet, SheetBar } from '../../fields/pickers/FullSheet.tsx'
import { TreeList } from '../../fields/pickers/TreeList.tsx'
import { askToDiscard } from '../../layout/discard.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'

interface Props {
  holder: Holder
  permissionId: string
  name: string
  onClose(): void
}

/** Which data rules of a menu bind a role or a department. */
export function RuleSheet({ holder, permissionId, name, onClose }: Props) {
  const { rules, error, refetch, chosen, changed, choose, busy, save } = useHolderRules(holder, permissionId)

  async function leave() {
    if (busy) return
    if (!changed || (await askToDiscard({ what: '未保存的数据规则', keep: '继续' }))) onClose()
  }
  async function saved() {
    if (busy) return
    try {
      say('success', await save())
      onClose()
    } catch (refused) {
      say('error', wordsOf(refused))
    }
  }
  return (
    <FullSheet visible onClose={() => void leave()}>
      <SheetBar
        title={rulesTitle(name)}
        count={chosen.length}
        multiple={Boolean(rules?.length)}
        onClose={() => void leave()}
        onConfirm={() => void saved()}
        onClear={() => choose([])}
      />
      {error && !rules ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !rules ? (
        <Blocks />
      ) : rules.length ? (
        <TreeList
          label={rulesTitle(name)}
          multiple
          nodes={rules.map(({ id, label }) => ({ key: id, title: label, leaf: true }))}
          ticked={chosen}
          onToggle={(id) => choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
        />
      ) : (
        <Nothing action="返回" onAction={onClose}>
          {NO_RULES}
        </Nothing>
      )}
    </FullSheet>
  )
}
