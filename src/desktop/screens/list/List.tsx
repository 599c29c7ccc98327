import { App, Button, Empty, Spin, Typography } from 'antd'
import { lazy, startTransition, Suspense, useEffect, useMemo, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { usualWords } from '#headless/session/api.ts'
import { useColumns } from '#headless/lists/columns.ts'
import { useDensity } from '#headless/session/density.ts'
import { systemNotice } from '#headless/connection/notices.ts'
import { useArranging } from '#headless/lists/ordering.ts'
import { removalOfRecord, removalOfSeveral } from '#headless/records/removal.ts'
import { useShown } from '#headless/records/useShown.ts'
import type { Row } from '#headless/records/rows.ts'
import { useList, useListControls } from '#headless/lists/useList.ts'
import { unseenFilters } from '#headless/lists/unseenFilters.ts'
import type { Values } from '#headless/forms/startValues.ts'
import type { Target } from '#headless/records/useRecord.ts'
import { useTree, type TreeRow } from '#headless/lists/useTree.ts'
import { useWholeQuery } from '#headless/lists/wholeQuery.ts'
import { isDrawn } from '#headless/connection/firstPage.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { ListProps } from '../../custom/index.ts'
import { RecycleBinButton } from '../../custom/RecycleBinButton.tsx'
import { useRecordTools } from '../../custom/tools.tsx'
import { formTakenUp, formToTakeUp } from '#headless/session/interruptedDecision.ts'
import { afterPainting } from '../../layout/afterPainting.ts'
import { useRemoval } from '../../layout/removal.ts'
import { Opening } from '../../Opening.tsx'
import type { FormModalProps } from '../form/FormModal.tsx'
import { Chosen } from './Chosen.tsx'
import { columnsOf } from './columns.tsx'
import { Pager } from './Pager.tsx'
import { Rows } from './Rows.tsx'
import { SearchArea } from './SearchArea.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Totals } from './Totals.tsx'
import { useRowsRoom } from './useRowsRoom.ts'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'

const FormModal = lazy(() => importWithTimeout(import('../form/FormModal.tsx')))
const ActionDialog = lazy(() => importWithTimeout(import('./ActionDialog.tsx')))
const ImportDialog = lazy(() => importWithTimeout(import('./ImportDialog.tsx')))
const UnseenFilters = lazy(() => importWithTimeout(import('./UnseenFilters.tsx')))
const GroupTabs = lazy(() => importWithTimeout(import('./GroupTabs.tsx')))

type Doing =
  { what: 'form'; id?: string; start?: Values } | { what: 'import' } | { what: 'action'; name: string; target: Target }

interface Props extends ListProps {
  /** Opened by 新增 and 编辑. */
  Form?: ComponentType<FormModalProps>
}

/** The list of any resource. */
export default function List({ resource, Form = FormModal }: Props) {
  const { message } = App.useApp()
  const shown = useShown()
  const askRemoval = useRemoval()
  const tools = useRecordTools(resource)
  const { pathname: listPath } = useLocation()
  const controls = useListControls(resource)
  const asTree = Boolean(resource.tree) && !controls.searching
  // Under a tree the flat list is only asked for its sums.
  const list = useList(resource, { enabled: !asTree || resource.list.totals.length > 0 })
  const tree = useTree(resource, { enabled: asTree, sort: controls.query.sort })
  const whole = useWholeQuery(resource, list.query)
  const arranging = useArranging(resource, list, {
    onSaved: (said) => void message.success(said),
    onRefused: (said) => void message.warning(said),
  })
  // Signed in again in the middle of a form: it is open again, with what was typed.
  const [again] = useState(() => formToTakeUp(resource.name))
  const [doing, setDoing] = useState<Doing | undefined>(again && { what: 'form', ...again })
  useEffect(() => {
    if (again) formTakenUp()
  }, [again])
  // What closes itself late, when its answer has come, leaves open what was opened since.
  const close = () => setDoing((now) => (now === doing ? undefined : now))
  const { query, selection } = list
  const onPage = useMemo(() => (asTree ? flat(tree.rows) : list.rows), [asTree, tree.rows, list.rows])
  const error = asTree ? tree.error : list.error
  const loading = asTree ? tree.loading : list.loading
  // Rows that came before the program are drawn before what one does with them, on a slow processor half a second sooner.
  const [around, setAround] = useState(loading || isDrawn())
  useEffect(() => afterPainting(() => startTransition(() => setAround(true))), [])
  useEffect(() => {
    if (!error) return
    const usual = usualWords(error)
    if (usual) systemNotice(usual)
    else void message.warning({ content: error.message, key: `${resource.name} list` })
  }, [error, message, resource])

  /** These, or everything the query finds when that was chosen. */
  const removeChosen = (ids: readonly string[]) =>
    askRemoval(
      whole.count
        ? removalOfSeveral(whole.count, async () => {
            const said = await whole.remove()
            selection.clear()
            if (shown.current) list.setPage(1)
            return said
          })
        : removalOfSeveral(ids.length, () => list.remove(selection.seenWith(onPage))),
    )

  const unseen = unseenFilters(resource, query.filters)
  const section = useRowsRoom(JSON.stringify(query))
  const { all: wanted } = useColumns(resource)
  const [density] = useDensity()
  const columns = useMemo(
    () => columnsOf(resource, { listPath, sort: query.sort, columns: wanted }),
    [resource, listPath, query.sort, wanted],
  )
  const parent = resource.tree?.parent
  const { choose } = selection
  const { expand } = tree
  const { removeOne } = list
  const { clear: clearWhole } = whole
  const work = useMemo(
    () => ({
      add: (below?: Row) => setDoing({ what: 'form', ...(below && parent && { start: { [parent]: below.id } }) }),
      edit: ({ id }: Row) => setDoing({ what: 'form', id }),
      remove: (row: Row) => void askRemoval(removalOfRecord(resource, row, () => removeOne(row))),
      action: (name: string, row: Row) => setDoing({ what: 'action', name, target: { row } }),
      choose: (ids: readonly string[]) => {
        clearWhole()
        choose(ids, onPage)
      },
      expand: ({ id }: Row, open: boolean) =>
        void expand(id, open).catch((refusal: Error) => message.error(refusal.message)),
    }),
    [resource, parent, onPage, askRemoval, removeOne, clearWhole, choose, expand, message],
  )
  const { expanded, opening } = tree
  const branches = useMemo(() => (asTree ? { expanded, opening } : undefined), [asTree, expanded, opening])
  const worksOnMany =
    list.may('delete') || Object.entries(resource.actions).some(([name, { batch }]) => batch && list.may(name))
  return (
    <>
      <SearchArea
        resource={resource}
        filters={query.filters}
        inFull={around}
        onSearch={list.setFilters}
        onReset={list.reset}
      />
      <section className="card list" ref={section} aria-label={`${resource.label}列表`}>
        <div>
          {resource.list.groups && (
            <Suspense fallback={null}>
              <GroupTabs resource={resource} list={list} />
            </Suspense>
          )}
          {around ? (
            <Toolbar
              resource={resource}
              list={list}
              onAdd={() => setDoing({ what: 'form' })}
              onImport={() => setDoing({ what: 'import' })}
              whole={whole}
              further={<RecycleBinButton of={resource.name} />}
              onDelete={(ids) => void removeChosen(ids)}
              onAction={(name) =>
                setDoing({
                  what: 'action',
                  name,
                  target: resource.actions[name]?.creates
                    ? null
                    : whole.count
                      ? whole.target()
                      : { ids: selection.ids },
                })
              }
            />
          ) : (
            <div className="toolbar toolbar-room" />
          )}
          {unseen.length + list.unknown.length > 0 && (
            <Suspense fallback={<div className="unseen-filters" />}>
              <UnseenFilters
                of={unseen}
                onChange={list.setFilters}
                unknown={list.unknown}
                onForget={list.forgetUnknown}
              />
            </Suspense>
          )}
          <Chosen list={list} whole={whole} offersAll={!asTree && !resource.contract && worksOnMany} />
        </div>
        {error && !(asTree ? tree : list).rows.length ? (
          <Failed
            error={error}
            trying={asTree ? tree.loading : list.fetching}
            onRetry={() => void (asTree ? tree.reload() : list.reload())}
          />
        ) : (
          <Spin spinning={asTree ? tree.loading : list.fetching && !arranging.saving} aria-live="off">
            <Rows
              resource={resource}
              listPath={listPath}
              density={density}
              columns={columns}
              rows={asTree ? tree.rows : arranging.rows}
              loading={loading}
              controls={controls}
              selection={selection}
              arranging={arranging.possible && !asTree ? arranging : undefined}
              branches={branches}
              mayWith={list.mayWith}
              mayAdd={list.may('add')}
              further={tools.of}
              on={work}
            />
            {asTree &&
              tree.cut.map(({ above, said }) => (
                <p key={above} role="status">
                  <Typography.Text type="secondary">{said}</Typography.Text>
                </p>
              ))}
            {!asTree && list.total > 0 && (
              <Pager controls={controls} total={list.total} density={density} inFull={around} />
            )}
          </Spin>
        )}
        <Totals resource={resource} totals={list.totals} />
        {arranging.possible && (
          <div role="status" className="unseen">
            {arranging.said}
          </div>
        )}
      </section>
      {tools.open}
      <Suspense fallback={<Opening />}>
        {doing?.what === 'form' && <Form resource={resource} id={doing.id} start={doing.start} onClose={close} />}
        {doing?.what === 'import' && <ImportDialog resource={resource} mayUpdate={list.may('edit')} onClose={close} />}
        {doing?.what === 'action' && (
          <ActionDialog
            resource={resource}
            name={doing.name}
            target={doing.target}
            onClose={close}
            onDone={() => {
              whole.clear()
              selection.clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** A list that could not be asked for is not an empty one. */
function Failed({ error, trying, onRetry }: { error: Error; trying: boolean; onRetry: () => void }) {
  const usual = usualWords(error)
  return (
    <div role="alert">
      <Empty
        description={
          <>
            {usual ?? `加载失败：${error.message}`}
            {usual && usual !== error.message && <div className="failed-why">{error.message}</div>}
          </>
        }
      >
        <Button loading={trying} onClick={onRetry}>
          重试
        </Button>
        <WhyRefused error={error} />
      </Empty>
    </div>
  )
}

const flat = (rows: readonly TreeRow[]): TreeRow[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])
