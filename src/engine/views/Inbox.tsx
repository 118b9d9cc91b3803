/** Tasks that wait for the user: the list, the record next to it, and bulk decisions. */
import { type RefObject, useEffect, useRef, useMemo, useSyncExternalStore } from "react";
import { RecordDrawer, RecordPanel } from "../detail/lazy.tsx";
import type { Row, Entity } from "../model/entity.ts";
import { DecisionContext } from "../operation/decision-context.tsx";
import { NONE } from "../operation/selection.ts";
import type { ViewOf } from "../model/views.ts";
import type { ViewProps } from "../react/view-part.tsx";
import { More } from "../table/Pager.tsx";
import { type ListPage, useListPage } from "../table/use-list-page.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { refetchRead } from "../data/use-read.tsx";
import { useWidth } from "../react/use-width.tsx";
import { Decisions } from "./Decisions.tsx";
import type { Query } from "../model/query.ts";
import { createEmptyQuery } from "../query/parse-url.ts";
import { useSums } from "./use-sums.tsx";
import { TriangleAlert } from "lucide-react";
import { formatWallClock } from "../base/time-zone.ts";
import { Value } from "../cells/cell.tsx";
import { Link } from "../react/Link.tsx";
import type { InboxPlan } from "../view-types/inbox.ts";
import { type Remark, useRemarks } from "./use-remarks.tsx";
import { areShortcutsEnabled } from "../react/shortcuts-enabled.ts";
import { ViewFrame } from "./ViewFrame.tsx";
import { WaitingLines } from "./WaitingLines.tsx";
import "./inbox.css";

/** Number of rows per page, more than a user decides in one sitting. */
const PAGE = 100;
/** Controls that Space presses. */
const PRESSED = "a, button, input, summary, [role=checkbox]";
type Props = ViewProps<ViewOf<"inbox">>;

export function Inbox(props: Props) {
  const { entity, id, view, onActed } = props;
  const { plan } = view;
  const ports = usePorts();
  const list = useListPage({ ...props, size: PAGE });
  const { state } = list;
  const remarksOn = useRemarks(entity, plan, state.rows);
  const isWide = useWidth() === "wide";
  const { current, step, close } = useCurrent(list, entity.key, isWide);
  const page = useRef<HTMLDivElement>(null);
  useKeys(props, { page, list, current, step });
  const reload = () => {
    state.reload();
    // The counts of the groups and of the menu follow in the same moment.
    refetchRead(ports, [entity.name]);
    onActed?.();
  };
  const opened = current && String(current[entity.key]);
  const isLoading = state.first && !state.failure && !state.stopped;
  return (
    <div
      ref={page}
      className="pv-beside"
      data-open={(isWide && (isLoading || opened !== undefined)) || undefined}
      data-even
    >
      <ViewFrame
        page={props}
        list={list}
        tools={
          <>
            <InboxGroups entity={entity} list={list} />
            <Decisions entity={entity} id={id} plan={plan} list={list} onDone={reload} />
          </>
        }
        record={
          isWide || !current ? null : (
            <Opened {...props} row={current} remarks={remarksOn(current)} onChanged={reload} onClose={close} />
          )
        }
        waiting={<WaitingLines count={EXPECTED} />}
      >
        <Rows {...props} list={list} current={current} remarksOn={remarksOn} />
      </ViewFrame>
      {isWide && isLoading && <div className="pd-panel" aria-hidden />}
      {isWide && current && opened !== undefined && (
        <Opened {...props} row={current} remarks={remarksOn(current)} onChanged={reload} />
      )}
    </div>
  );
}

interface OpenedProps extends Props {
  row: Row;
  remarks: ReturnType<ReturnType<typeof useRemarks>>;
  onChanged(): void;
  /** Set for a drawer, on narrow screens. */
  onClose?: () => void;
}
/** The open record, whose decision states what is unusual about it. */
function Opened({ entity, id, row, remarks, onChanged, onClose }: OpenedProps) {
  const { lang } = usePorts();
  const opened = String(row[entity.key]);
  const flags = remarks.map(({ name, facts }) => entity.text(`views.${id}.flag.${name}`, lang, facts));
  return (
    <DecisionContext value={{ flags }}>
      {onClose ? (
        <RecordDrawer entity={entity} id={opened} onClose={onClose} onChanged={onChanged} />
      ) : (
        <RecordPanel
          entity={entity}
          id={opened}
          onChanged={onChanged}
          notice={<Remarks entity={entity} id={id} remarks={remarks} />}
        />
      )}
    </DecisionContext>
  );
}

interface RowsProps extends Props {
  list: ListPage;
  current: Row | undefined;
  remarksOn: ReturnType<typeof useRemarks>;
}
function Rows({ entity, id, view, list, current, remarksOn }: RowsProps) {
  const { state } = list;
  return (
    <>
      <ul className="pv-inbox">
        {state.rows.map((row) => (
          <InboxRow
            key={String(row[entity.key])}
            entity={entity}
            id={id}
            plan={view.plan}
            row={row}
            list={list}
            isCurrent={row === current}
            remarks={remarksOn(row)}
          />
        ))}
      </ul>
      {state.more && <More entity={entity} state={{ ...state, sums: undefined }} />}
    </>
  );
}

interface Keyed {
  page: RefObject<HTMLDivElement | null>;
  list: ListPage;
  current: Row | undefined;
  step(by: 1 | -1): boolean;
}
/**
 * Handles shortcuts: `j` or Right and `k` or Left step through the rows, `x` or Space selects or deselects the current
 * one, `a` and `r` press the buttons of the first and second event, which decide the selected rows, or the open record
 * when none are selected.
 */
function useKeys({ entity, view: { plan } }: Props, { page, list: { selection }, current, step }: Keyed): void {
  const [usual, other] = plan.decide.events;
  const press = (event: string, alone: string) => () => {
    const bulk = selection.snapshot() === NONE ? undefined : `.pv-decide [data-event="${event}"]`;
    const button = page.current?.querySelector<HTMLElement>(bulk ?? `.pd-panel ${alone}`);
    button?.click();
    return button instanceof HTMLElement;
  };
  const toggle = () => {
    if (!current || !plan.decide.of.includes(String(current[plan.next]))) return false;
    selection.set([current], !selection.has(String(current[entity.key])));
    return true;
  };
  useDecisionKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    a: press(usual?.name ?? "", `:is([data-offer="${usual?.name ?? ""}"], [data-main])`),
    ...(other && { r: press(other.name, `[data-offer="${other.name}"]`) }),
    x: toggle,
    " ": () => document.activeElement?.closest(PRESSED) == null && toggle(),
  });
}

/**
 * Returns the row whose record is shown, and how to step to others. On wide screens this is the first row until another
 * is opened. Once the row is gone, the row that takes its place is shown, or none on narrow screens.
 */
function useCurrent({ state, openId, open, setParam }: ListPage, key: string, isWide: boolean) {
  const { rows, first, loading } = state;
  const offset = rows.findIndex((row) => String(row[key]) === openId);
  const position = useRef(0);
  if (offset >= 0) position.current = offset;
  const isGone = openId !== undefined && offset < 0 && !first && !loading;
  const next: Row | undefined = rows[Math.min(position.current, rows.length - 1)];
  const nextId = next && String(next[key]);
  useEffect(() => {
    // The user or a colleague has decided the row, so the next one takes its place.
    if (isGone) setParam("id", isWide ? nextId : undefined, "replace");
  }, [isGone, isWide, nextId, setParam]);
  const current = offset >= 0 ? rows[offset] : isWide ? next : undefined;
  const step = (by: 1 | -1): boolean => {
    // Steps from the current index rather than from the rendered row, because a second key may be pressed before the
    // row of the first one is rendered.
    const index = current ? position.current + by : 0;
    const to = rows[index];
    if (!to) return false;
    position.current = index;
    setParam("id", String(to[key]), "replace");
    return true;
  };
  return { current, step, close: () => open(undefined) };
}

/** Number of placeholder lines, because few records wait at a time. */
const EXPECTED = 6;

/** Groups of an inbox: the views of its list, each with its number of rows. */
function InboxGroups({ entity, list: { query, write } }: { entity: Entity; list: ListPage }) {
  const { t, lang } = usePorts();
  const groups = [
    { id: undefined, label: t("list.all") },
    ...entity.list.views.map(({ id }) => ({ id, label: entity.text(`view.${id}`, lang) })),
  ];
  return (
    <nav className="pt-views" aria-label={t("list.views")}>
      {groups.map(({ id, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={query.view === id}
          onClick={() => write({ ...query, view: id, page: 1, cursor: undefined }, "push")}
        >
          {label} <Count entity={entity} view={id} />
        </button>
      ))}
    </nav>
  );
}

function Count({ entity, view }: { entity: Entity; view: string | undefined }) {
  const query = useMemo((): Query => ({ ...createEmptyQuery(), view }), [view]);
  return <span className="pv-count">{useSums(entity, query).data?.total ?? ""}</span>;
}

interface RowProps {
  entity: Entity;
  id: string;
  plan: InboxPlan;
  row: Row;
  list: ListPage;
  isCurrent: boolean;
  remarks: readonly Remark[];
}
/** A row of an inbox: counterparty, amount, who created it and when, and what is unusual about it. */
function InboxRow({ entity, id: view, plan, row, list, isCurrent, remarks }: RowProps) {
  const { lang, dialect } = usePorts();
  const { selection, open, hrefOf, state } = list;
  const id = String(row[entity.key]);
  const isChosen = useSyncExternalStore(selection.subscribe, () => selection.has(id));
  const kind = entity.text(`option.${plan.kind}.${String(row[plan.kind])}`, lang);
  const party = String(row[plan.party] ?? "");
  const maker = plan.maker === undefined ? "" : String(row[plan.maker] ?? "");
  const since = formatWallClock(Date.parse(String(row[plan.date])), dialect.zone).slice(0, 16);
  const cell = (name: string) => <Value entity={entity} field={entity.field(name)} row={row} labels={state.labels} />;
  return (
    <li className="pv-line" data-id={id} aria-current={isCurrent ? "true" : undefined}>
      {plan.decide.of.includes(String(row[plan.next])) ? (
        <label className="pv-line-icon">
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={party || kind}
            onChange={(event) => selection.set([row], event.target.checked)}
          />
        </label>
      ) : (
        <span className="pv-line-icon" />
      )}
      <span className="pv-line-who">
        <Link href={hrefOf(id)} go={() => open(id)} className="pv-line-title">
          {party || kind}
        </Link>
        <span className="pt-quiet">
          {[party ? kind : "", maker].filter(Boolean).map((part) => `${part} · `)}
          <span className="pv-line-time">{since}</span>
        </span>
        <Remarks entity={entity} id={view} remarks={remarks} />
      </span>
      <span className="pv-line-amounts">{row[plan.amount] !== undefined && cell(plan.amount)}</span>
      <span className="pv-line-state">{cell(plan.next)}</span>
    </li>
  );
}

/** Shows the remarks on a row, with the facts filled into their texts. */
function Remarks({ entity, id, remarks }: { entity: Entity; id: string; remarks: readonly Remark[] }) {
  const { lang } = usePorts();
  return remarks.map(({ name, tone, facts }) => (
    <span key={name} className="pv-remark" data-tone={tone}>
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
      {entity.text(`views.${id}.flag.${name}`, lang, facts)}
    </span>
  ));
}

/** Actions by key. An action returns false when there is nothing to do. */
type KeyActions = Readonly<Record<string, () => boolean>>;
const TYPING = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]";
const OVER = "[role=dialog][aria-modal=true], dialog[open], .MuiDialog-root, .MuiDrawer-root, :popover-open";

/** Runs the action of a pressed key, unless the user has disabled single-key shortcuts. */
function useDecisionKeys(actions: KeyActions): void {
  const ports = usePorts();
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || event.isComposing || isChord || !areShortcutsEnabled(ports)) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector(OVER)) return;
      if (latest.current[event.key]?.()) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [ports]);
}
