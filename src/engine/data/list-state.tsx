/** Rows, totals and loading state of a list. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import type { CallFailure } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { Query } from "../model/query.ts";
import type { Labels } from "../model/wire.ts";
import { readable, writeQuery } from "../query/write.ts";
import type { CachedList } from "./history-cache.ts";
import { listCall } from "../query/list-call.ts";
import { isCursorRefused, requestOf } from "../query/request.ts";

export interface ListState {
  rows: readonly Row[];
  labels: Labels;
  /** Undefined until loaded; loaded separately, so that counting never delays the rows. */
  total?: number;
  sums?: Record<string, Record<string, string>>;
  /** True until the first rows arrived. */
  first: boolean;
  loading: boolean;
  /** True after 5 s of loading; the list then offers Stop. */
  slow: boolean;
  /** True after the user stopped loading. */
  stopped: boolean;
  failure?: CallFailure;
  /** Load time of the current rows, epoch ms. */
  asOf?: number;
  /** URL text of the page that the current rows belong to. */
  shown?: string;
  reload(): void;
  stop(): void;
  /** True when the requested cursor is no longer valid and the list shows its first page instead. */
  restarted: boolean;
  /** True when the cursor in the URL was refused. */
  refused: boolean;
  /** Cursor of the next page. */
  next?: string;
  /** Appends the next page; undefined on the last page. */
  more?(): void;
}
type Loaded = Pick<ListState, "rows" | "labels" | "asOf" | "shown" | "next">;
interface Totals extends Pick<ListState, "total" | "sums"> {
  key?: string;
}
const nothing: Loaded = { rows: [], labels: {} };
/** Loading time after which the list offers Stop, in ms. */
const SLOW_MS = 5_000;
/** How long rows restored by Back count as fresh, in ms; older rows are refetched. */
const FRESH_MS = 60_000;

const loadedOf = (map: Record<string, unknown>, shown: string): Loaded => ({
  rows: (map.list ?? []) as Row[],
  labels: (map.labels ?? {}) as Labels,
  next: map.next as string | undefined,
  asOf: Date.now(),
  shown,
});

/**
 * Loads a list. `preset` is part of every request and not of the URL; `before` is the cached state when the user
 * returns by Back.
 */
export function useListState(entity: Entity, query: Query, preset: Row, before?: CachedList): ListState {
  const ports = usePorts();
  const call = useMemo(() => listCall(entity, preset, ports.granted), [entity, preset, ports]);
  const page = readable(writeQuery(entity, query));
  const start = readable(writeQuery(entity, { ...query, page: 1, cursor: undefined }));
  // Total and sums cover the whole result, so paging does not reload them.
  const whole = readable(writeQuery(entity, { ...query, page: 1, cursor: undefined, sort: [] }));
  const [loaded, setLoaded] = useState<Loaded>(() => (before?.rows ? { ...nothing, ...before, shown: page } : nothing));
  const [totals, setTotals] = useState<Totals>({});
  const [failure, setFailure] = useState<CallFailure>();
  const [loading, setLoading] = useState<"no" | "page" | "more">("page");
  const [slow, setSlow] = useState(false);
  const [stopped, setStopped] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [restarted, setRestarted] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const body = useRef<Row>({});
  body.current = requestOf(entity, query, preset);
  const [wasGrown] = useState(
    () => before?.rows !== undefined && before.rows.length > query.size && Date.now() - (before.asOf ?? 0) < FRESH_MS,
  );
  const grown = useRef(wasGrown);

  const run = useCallback(
    (what: "page" | "more", params: Row, take: (map: Record<string, unknown>) => void, restart: () => void) => {
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      setLoading(what);
      setStopped(false);
      const timer = setTimeout(() => running.current === abort && setSlow(true), SLOW_MS);
      const end = () => {
        clearTimeout(timer);
        if (running.current !== abort) return false;
        setLoading("no");
        setSlow(false);
        return !abort.signal.aborted;
      };
      ports.call(call, params, { signal: abort.signal }).then(
        (map) => {
          if (!end()) return;
          take(map);
          setFailure(undefined);
        },
        (error: CallFailure) => end() && (isCursorRefused(error) ? restart() : setFailure(error)),
      );
      return abort;
    },
    [ports, call],
  );

  useEffect(() => {
    if (grown.current) {
      // Restoring several loaded pages takes precedence over a fresh first page.
      grown.current = false;
      setLoading("no");
      return undefined;
    }
    const abort = run(
      "page",
      body.current,
      (map) => setLoaded(loadedOf(map, page)),
      () => setRestarted(start),
    );
    return () => abort.abort();
  }, [run, page, start, attempt]);

  const totalsKey = `${whole}#${attempt}`;
  useEffect(() => {
    const abort = new AbortController();
    // Totals come with a page; the first one is enough.
    ports.call(call, { ...body.current, page: 1, cursor: "", totals: 1 }, { signal: abort.signal }).then(
      (map) =>
        !abort.signal.aborted &&
        setTotals({ key: totalsKey, total: map.total as number, sums: map.sums as ListState["sums"] }),
      () => undefined,
    );
    return () => abort.abort();
  }, [ports, call, totalsKey]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setLoading("no");
    setSlow(false);
    setStopped(true);
  }, []);
  // Refetch when the tab becomes visible: another user or tab may have changed records.
  useEffect(() => {
    const back = () => document.visibilityState === "visible" && reload();
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, [reload]);
  // Retry as soon as the network is back.
  const offline = failure?.kind === "offline";
  useEffect(() => {
    if (!offline) return undefined;
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [offline, reload]);

  const { next } = loaded;
  const more = () => {
    const add = (map: Record<string, unknown>) => {
      const added = loadedOf(map, page);
      setLoaded((old) => ({
        ...added,
        rows: [...old.rows, ...added.rows],
        labels: { ...old.labels, ...added.labels },
      }));
    };
    const restart = () => {
      setRestarted(page);
      reload();
    };
    void run("more", { ...body.current, page: 1, cursor: next }, add, restart);
  };
  // Totals of another query are hidden; those of an earlier load of this query stay until replaced.
  const known: Totals =
    totals.key === undefined ? { total: before?.total } : totals.key.startsWith(`${whole}#`) ? totals : {};
  return {
    rows: loaded.rows,
    labels: loaded.labels,
    asOf: loaded.asOf,
    shown: loaded.shown,
    total: known.total,
    sums: known.sums,
    first: loaded.asOf === undefined,
    loading: loading !== "no",
    slow,
    stopped,
    failure,
    reload,
    stop,
    next,
    restarted: restarted === page,
    refused: query.cursor !== undefined && restarted === start,
    more: next === undefined ? undefined : more,
  };
}
