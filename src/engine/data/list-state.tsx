/** Manages the rows, totals and loading state of a list. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { sendCall } from "../operation/send-call.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import type { CallFailure, Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { Query } from "../model/query.ts";
import type { GroupTotal, Labels, Sums } from "../model/wire.ts";
import { addViewPeriod } from "../query/opening-period.ts";
import { parseQuery } from "../query/parse-url.ts";
import { toReadable, writeQuery } from "../query/write-url.ts";
import type { CachedList } from "./history-cache.ts";
import { type ListRequest, type Loaded, reuseRows, toLoaded, useMore, useTotals } from "./list-parts.tsx";
import { findListCall } from "../query/list-call.ts";
import { isCursorRefused, buildRequest } from "../query/request.ts";
import { readClient, readKey, isShared, SHARED_MS } from "./client.tsx";

export interface ListState {
  rows: readonly Row[];
  labels: Labels;
  /** The largest groups of a grouped query. Undefined when the query is not grouped. */
  groups?: readonly GroupTotal[] | undefined;
  moreGroups?: boolean | undefined;
  /** Number of matching records, undefined until loaded. Loaded separately, so that counting never delays the rows. */
  total: number | undefined;
  sums: Sums | undefined;
  /** Number of records by view, undefined until loaded and for a list without views. */
  viewCounts?: Readonly<Record<string, number>> | undefined;
  /** True until the first rows arrive. */
  first: boolean;
  loading: boolean;
  /** True after 5 s of loading, when the list offers Stop. */
  slow: boolean;
  stopped: boolean;
  failure: CallFailure | undefined;
  /** Time at which the current rows were loaded, in milliseconds since the epoch. */
  asOf: number | undefined;
  /** Page of the current rows, as encoded in the URL. */
  shown: string | undefined;
  reload(): void;
  stop(): void;
  /** True when the requested cursor is no longer valid and the list shows its first page instead. */
  restarted: boolean;
  /** Whether the server rejected the cursor in the URL. */
  refused: boolean;
  /** Cursor of the next page. Undefined on the last page. */
  next: string | undefined;
  /** Appends the next page. Undefined on the last page. */
  more: (() => void) | undefined;
}
/** Loading time in milliseconds after which the list offers Stop. */
const SLOW_MS = 5_000;
/** How long several pages restored by Back are kept without refetching, in milliseconds. */
const FRESH_MS = 60_000;

const buildPageQuery = (ports: Ports, entity: Entity, { call, body, page }: ListRequest) => ({
  queryKey: readKey(ports, entity.name, "list", call.path, body),
  queryFn: async ({ signal }: { signal: AbortSignal }) => toLoaded(await sendCall(ports, call, body, { signal }), page),
});

/**
 * Loads a page of a list before the list mounts, so that the list can use the response. `params` are its URL
 * parameters, `view` is the id of its view in `x-views`, if any.
 */
export function prefetchList(
  ports: Ports,
  entity: Entity,
  { preset = {}, params, view = "" }: { preset?: Row | undefined; params: URLSearchParams; view?: string | undefined },
): void {
  const query = parseQuery(entity, addViewPeriod(entity, view, params), { now: ports.now(), lang: ports.lang });
  const request = {
    call: findListCall(entity, preset, ports.granted),
    body: buildRequest(entity, query, preset),
    page: toReadable(writeQuery(entity, query)),
  };
  void readClient(ports).prefetchQuery({ ...buildPageQuery(ports, entity, request), gcTime: SHARED_MS });
}

/**
 * Loads a list. `preset` is added to every request but not to the URL. `before` is the cached state when the user
 * returns by Back.
 */
export function useListState(entity: Entity, query: Query, preset: Row, before?: CachedList): ListState {
  const ports = usePorts();
  const call = useMemo(() => findListCall(entity, preset, ports.granted), [entity, preset, ports]);
  const page = toReadable(writeQuery(entity, query));
  const start = toReadable(writeQuery(entity, { ...query, page: 1, cursor: undefined }));
  const body = useMemo(() => buildRequest(entity, query, preset), [entity, query, preset]);
  const request = { call, body, page };
  const { rows, queryKey, loaded = NOTHING } = usePage(entity, request, query.size, before);
  const totals = useTotals(entity, request, { query, preset, before });
  const grow = useMore(entity, request, { queryKey, next: loaded.next });
  const [restarted, setRestarted] = useState<string>();
  const isRefused = rows.error !== null && isCursorRefused(rows.error);
  useEffect(() => {
    if (isRefused) setRestarted(start);
  }, [isRefused, start]);

  const { refetch } = rows;
  const { refetch: recount } = totals;
  const { cancel: cancelMore, refused: moreRefused } = grow;
  const reload = useCallback(() => {
    cancelMore();
    // A running load that started after the last change is already up to date.
    void refetch({ cancelRefetch: false });
    void recount({ cancelRefetch: false });
  }, [cancelMore, refetch, recount]);
  useEffect(() => {
    if (moreRefused === undefined) return;
    setRestarted(moreRefused);
    reload();
  }, [moreRefused, reload]);

  return {
    ...loaded,
    ...useStop({ queryKey, page, loading: rows.isFetching || grow.loading, cancelMore }),
    total: totals.data?.total,
    sums: totals.data?.sums,
    viewCounts: totals.data?.viewCounts,
    first: loaded.asOf === undefined,
    failure: isRefused ? undefined : (rows.error ?? grow.failure),
    reload,
    restarted: restarted === page,
    refused: query.cursor !== undefined && restarted === start,
    more: loaded.next === undefined ? undefined : grow.load,
  };
}
const NOTHING = { rows: [], labels: {}, next: undefined, asOf: undefined, shown: undefined };

/** Loads the rows of a page. The previous rows stay visible while it loads and if it fails. */
function usePage(entity: Entity, request: ListRequest, size: number, before: CachedList | undefined) {
  const ports = usePorts();
  const [restored] = useState(() => readRestored(before, request.page, size));
  const own = restored?.loaded.shown === request.page ? restored : undefined;
  const query = buildPageQuery(ports, entity, request);
  const queryKey = own ? [...query.queryKey, own.loaded.asOf] : query.queryKey;
  const rows = useQuery(
    {
      ...query,
      queryKey,
      ...(own && { initialData: own.loaded, initialDataUpdatedAt: own.loaded.asOf }),
      placeholderData: keepPreviousData,
      // Restoring several loaded pages takes precedence over refetching the first.
      refetchOnMount: ({ state }) => (own ? !own.fresh : !isShared(state)) && "always",
    },
    readClient(ports),
  );
  const latest = useRef<Loaded>(undefined);
  const loaded = useMemo(
    () => (rows.data ? reuseRows(entity.key, latest.current, rows.data) : latest.current),
    [entity, rows.data],
  );
  latest.current = loaded;
  return { rows, queryKey, loaded };
}

/** Tracks whether loading is slow, and lets the user stop it. */
function useStop({
  queryKey,
  page,
  loading,
  cancelMore,
}: {
  queryKey: readonly unknown[];
  page: string;
  loading: boolean;
  cancelMore(): void;
}): Pick<ListState, "loading" | "slow" | "stopped" | "stop"> {
  const client = readClient(usePorts());
  const [stopped, setStopped] = useState(false);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (loading) setStopped(false);
  }, [loading]);
  useEffect(() => {
    setSlow(false);
    if (!loading) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [loading, page]);
  const key = useRef(queryKey);
  key.current = queryKey;
  const stop = useCallback(() => {
    cancelMore();
    void client.cancelQueries({ queryKey: key.current, exact: true });
    setStopped(true);
  }, [client, cancelMore]);
  return { loading, slow: slow && loading, stopped: stopped && !loading, stop };
}

/**
 * Returns the rows to restore on Back, or undefined when none are cached. `fresh` is true when several pages were
 * loaded, less than a minute ago.
 */
function readRestored(
  before: CachedList | undefined,
  shown: string,
  size: number,
): { loaded: Loaded; fresh: boolean } | undefined {
  if (!before?.rows) return undefined;
  const { rows, labels = {}, next, groups, moreGroups, asOf = 0 } = before;
  return {
    loaded: { rows, labels, next, asOf, shown, groups, moreGroups },
    fresh: rows.length > size && Date.now() - asOf < FRESH_MS,
  };
}
