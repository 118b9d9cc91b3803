/** Frame of a view: title, tools and export as in a list, filter chips, and its loading, error and empty states. */
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { RecordDrawer } from "../detail/lazy.tsx";
import { Chips } from "../filter/Chips.tsx";
import type { Entity } from "../model/entity.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import type { ViewLink } from "../schema/view-type.ts";
import { ExportMenu } from "../table/ExportMenu.tsx";
import { LoadError, Restarted, SlowLoadNotice } from "../table/ListStates.tsx";
import { NoRecords } from "../table/lazy-parts.tsx";
import { useColumns } from "../table/use-columns.tsx";
import { useListHeight } from "../table/use-list-height.tsx";
import type { ListPage } from "../table/use-list-page.tsx";
import "../table/table.css";
import "../table/list-tools.css";
import "../filter/filter.css";
import { Heading } from "../react/Heading.tsx";
import "./views.css";

interface ViewFrameProps {
  /** Props of the view's component. */
  page: Pick<ViewProps<unknown>, "id" | "entity" | "title" | "params" | "columns" | "modes" | "embedded">;
  list: ListPage;
  /** Controls between the header and the chips, shown in every state. */
  tools?: ReactNode;
  /** Buttons in the header. */
  actions?: ReactNode;
  /** The plan's primary link, the last button in the header. Text key `views.<id>.main`. */
  main?: ViewLink | undefined;
  /** Call to action when there are no records. Default: the buttons in the header. */
  emptyAction?: ReactNode;
  /** The open record, or null for none. Default: a drawer. */
  record?: ReactNode;
  /**
   * Whether everything besides the rows that decides the layout has been loaded once, such as figures above the rows.
   * Default: true.
   */
  isReady?: boolean;
  /** Placeholder that resembles the content, shown until the first rows are loaded and the view is ready. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Returns the columns of the view's exports. */
function useFileColumns({ entity, columns, params }: ViewFrameProps["page"], { setParam }: ViewFrameProps["list"]) {
  return useColumns({
    entity,
    own: columns ?? entity.list.columns,
    link: params.get("cols"),
    unlink: () => setParam("cols", undefined, "replace"),
  });
}

/**
 * Frame around a view's component.
 * @example
 * <ViewFrame page={{ id: "board", entity, title: "Issues", params: new URLSearchParams() }} list={list} waiting={null}>
 *   {list.state.rows.length}
 * </ViewFrame>;
 */
export function ViewFrame(props: ViewFrameProps) {
  const { page, list, tools } = props;
  const { entity, title, modes } = page;
  const { t } = usePorts();
  const { query, state, fixed, write } = list;
  const columns = useFileColumns(page, list);
  const actions = (
    <>
      {props.actions}
      {props.main && <MainLink id={page.id} entity={entity} main={props.main} />}
    </>
  );
  const content = <Content {...props} actions={actions} />;
  if (page.embedded !== undefined)
    return (
      <div className="pv-embedded">
        {(state.rows.length > 0 || state.failure) && page.embedded}
        {content}
      </div>
    );
  return (
    <section className="pt-page pv-page">
      <header className="pt-head">
        <Heading>{title}</Heading>
        {modes}
        <div className="pt-head-end">
          <button
            type="button"
            className="pt-tool"
            aria-label={t("list.reload")}
            title={t("list.reload")}
            onClick={state.reload}
          >
            <RefreshCw size={18} strokeWidth={1.5} aria-hidden />
          </button>
          {entity.list.export && entity.calls["export"] && (
            <ExportMenu
              entity={entity}
              params={list.request}
              columns={columns.filed}
              offered={columns.offered}
              total={state.total}
              selection={list.selection}
            />
          )}
          {actions}
        </div>
      </header>
      {tools}
      <Chips entity={entity} query={query} fixed={fixed} onChange={write} />
      {content}
    </section>
  );
}

/** The plan's primary link. Renders nothing for users who may not open its page. */
function MainLink({ id, entity, main }: Pick<ViewProps<unknown>, "id" | "entity"> & { main: ViewLink }) {
  const { lang, canOpen } = usePorts();
  if (canOpen?.(main.to) === false) return null;
  return (
    <Link className="btn" data-main href={main.to}>
      {entity.text(`views.${id}.main`, lang)}
    </Link>
  );
}

/** Returns whether the condition holds or has held at an earlier render. */
function useEver(condition: boolean): boolean {
  const [held, setHeld] = useState(condition);
  if (condition && !held) setHeld(true);
  return condition || held;
}

/** The records, or the state of loading them, and the open record. */
function Content({
  page: { entity },
  list,
  actions,
  emptyAction = actions,
  record,
  isReady = true,
  waiting,
  children,
}: ViewFrameProps) {
  const { query, state } = list;
  // What is loaded again later, such as another currency, does not bring back the placeholder.
  const wasReady = useEver(isReady);
  const isWaiting = state.first || !wasReady;
  const content = useListHeight(list, isWaiting);
  const isEmpty = !state.first && state.rows.length === 0;
  return (
    <>
      <LoadError state={state} />
      <SlowLoadNotice state={state} />
      <Restarted state={state} />
      <div className="pv-content" ref={content.box} style={content.style}>
        {isWaiting && !isEmpty
          ? !state.failure && !state.stopped && waiting
          : isEmpty
            ? !state.failure && (
                <NoRecords
                  entity={entity}
                  list={list}
                  filtered={Boolean(query.q) || Object.keys(query.filters).length > 0}
                  action={emptyAction}
                />
              )
            : children}
      </div>
      {record === undefined ? <Opened entity={entity} list={list} /> : record}
    </>
  );
}

/** Drawer of the open record. */
function Opened({ entity, list: { openId, open, state } }: { entity: Entity; list: ListPage }) {
  return (
    openId !== undefined &&
    entity.calls["detail"] && (
      <RecordDrawer entity={entity} id={openId} onClose={() => open(undefined)} onChanged={state.reload} />
    )
  );
}
