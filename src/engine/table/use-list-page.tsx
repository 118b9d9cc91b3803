/** Model of a list page: the query from the URL, rows, selection, and state restored on Back. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ListProps } from "../react/view-part.tsx";
import { isOtherParameter } from "../query/grammar.ts";
import { parseQuery } from "../query/parse-url.ts";
import { rebaseQuery } from "../query/change.ts";
import { findLastPage, PAGE_SIZE, type Query } from "../model/query.ts";
import { toReadable, writeQuery } from "../query/write-url.ts";
import type { Labels } from "../model/wire.ts";
import { useListState } from "../data/list-state.tsx";
import { updateCachedList, readCachedList, cacheKey } from "../data/history-cache.ts";
import { buildRequest } from "../query/request.ts";
import { useSelection } from "./use-selection.tsx";

/** Inputs of the list page. */
export interface ListPageProps extends Pick<ListProps, "entity" | "preset" | "params" | "onParams"> {
  /** Page size that overrides the URL. */
  size?: number | undefined;
}
const NO_PRESET: Row = {};

/**
 * Provides the state of a list page.
 * @example
 * const list = useListPage({ entity, params: new URLSearchParams(), onParams: () => undefined });
 */
export function useListPage({ entity, preset = NO_PRESET, params, onParams, size }: ListPageProps) {
  const ports = usePorts();
  const { lang } = ports;
  const text = params.toString();
  const query = useMemo(
    () => parseQuery(entity, new URLSearchParams(text), { now: ports.now(), lang }),
    [entity, text, ports, lang],
  );
  const name = `${entity.name} ${JSON.stringify(preset)}`;
  const [before] = useState(() => readCachedList(cacheKey(ports.user(), name)));
  const sized = useMemo(() => (size === undefined ? query : { ...query, size }), [query, size]);
  const state = useListState(entity, sized, preset, before);
  const fixed = useMemo(() => new Set(Object.keys(preset)), [preset]);
  const unordered = { ...query, sort: [], size: PAGE_SIZE, page: 1, cursor: undefined, group: undefined };
  const selection = useSelection(entity, toReadable(writeQuery(entity, unordered)), before?.chosen);
  const openId = params.get("id") ?? undefined;

  const { write, setParams, setParam } = useListUrl(entity, query, text, onParams);
  // A ref keeps the handlers stable, so that memoised rows do not re-render when the drawer opens.
  const isOpen = useRef(false);
  useLayoutEffect(() => void (isOpen.current = openId !== undefined));
  const open = useCallback(
    (id: string | undefined) => setParam("id", id, isOpen.current && id !== undefined ? "replace" : "push"),
    [setParam],
  );

  const hrefOf = useHrefs(entity, params);
  const beyond = useLastPageRedirect(query, state, setParams);
  const { refused } = state;
  useEffect(() => {
    if (refused) setParams({ cursor: undefined, page: undefined }, "replace");
  }, [refused, setParams]);
  useHistoryCache(ports.user(), name, text, toReadable(writeQuery(entity, query)), state, selection);
  useScrollRestoration(before?.rows ? before.y : undefined);
  const request = useMemo(() => buildRequest(entity, { ...query, group: undefined }, preset), [preset, entity, query]);
  // Labels of rows that groups have loaded themselves.
  const [known, setKnown] = useState<Labels>({});
  const learnLabels = useCallback((more: Labels) => setKnown((old) => ({ ...old, ...more })), []);
  const labels = useMemo(() => ({ ...known, ...state.labels }), [known, state.labels]);
  return {
    /** Name of the list: its entity and preset. */
    name,
    query,
    preset,
    labels,
    learnLabels,
    state,
    selection,
    fixed,
    openId,
    write,
    setParam,
    open,
    hrefOf,
    beyond,
    request,
  };
}
export type ListPage = ReturnType<typeof useListPage>;

/**
 * Writes the list's state to the page's URL. The handlers are stable, so that memoised rows do not re-render when the
 * URL changes.
 */
function useListUrl(entity: Entity, query: Query, text: string, onParams: ListPageProps["onParams"]) {
  const latest = useRef({ query, onParams });
  // The last requested query, even if it is not rendered yet, because the next change builds on it.
  const requested = useRef({ text, query });
  useLayoutEffect(() => void (requested.current = { text, query }), [text, query]);
  useLayoutEffect(() => void (latest.current = { query, onParams }));
  const write = useCallback(
    (next: Query, how: "push" | "replace", whole = false) => {
      const wished = whole ? next : rebaseQuery(requested.current.query, latest.current.query, next);
      const out = writeQuery(entity, wished);
      // Keep the page's own parameters (tab, columns), but close the open record.
      for (const [name, value] of new URLSearchParams(requested.current.text))
        if (isOtherParameter(name) && name !== "id") out.set(name, value);
      requested.current = { text: out.toString(), query: wished };
      latest.current.onParams(out, how);
    },
    [entity],
  );
  const setParams = useCallback((changes: Readonly<Record<string, string | undefined>>, how: "push" | "replace") => {
    const out = new URLSearchParams(requested.current.text);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) out.delete(name);
      else out.set(name, value);
    }
    requested.current = { ...requested.current, text: out.toString() };
    latest.current.onParams(out, how);
  }, []);
  const setParam = useCallback(
    (name: string, value: string | undefined, how: "push" | "replace") => setParams({ [name]: value }, how),
    [setParams],
  );
  return { write, setParams, setParam };
}

/**
 * Returns a function for the URL of a record: its own page, otherwise this list with the record open. Stable while
 * records are opened and closed.
 */
function useHrefs({ name }: Entity, params: URLSearchParams): (id: string) => string {
  const { recordPath } = usePorts();
  const others = new URLSearchParams(params);
  others.delete("id");
  const list = others.toString();
  return useCallback(
    (id) => recordPath?.(name, id) ?? `?${list && `${list}&`}id=${encodeURIComponent(id)}`,
    [recordPath, name, list],
  );
}

/**
 * Redirects a page beyond the end to the last one, keeping all other parameters. Returns the requested page until
 * another one is requested.
 */
function useLastPageRedirect(
  query: Query,
  { total, loading }: ListPage["state"],
  setParams: (changes: Record<string, string | undefined>, how: "replace") => void,
): number | undefined {
  const [beyond, setBeyond] = useState<{ requested: number; last: number }>();
  const last = total === undefined ? undefined : findLastPage(total, query.size);
  const isBeyond = last !== undefined && query.page > last && !query.cursor && !loading;
  useEffect(() => {
    if (!isBeyond) return;
    setBeyond({ requested: query.page, last });
    setParams({ page: last > 1 ? String(last) : undefined }, "replace");
  }, [isBeyond, query, last, setParams]);
  return beyond && query.page === beyond.last ? beyond.requested : undefined;
}

/** Caches rows, selection and scroll position for the history entry. */
function useHistoryCache(
  user: string,
  list: string,
  text: string,
  page: string,
  state: ListPage["state"],
  selection: ListPage["selection"],
): void {
  useEffect(() => {
    const name = cacheKey(user, list);
    let frame = 0;
    const scrolled = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        updateCachedList(name, { y: scrollY });
      });
    };
    const chose = () => updateCachedList(name, { chosen: selection.snapshot() });
    chose();
    const stop = selection.subscribe(chose);
    addEventListener("scroll", scrolled, { passive: true });
    return () => {
      stop();
      cancelAnimationFrame(frame);
      removeEventListener("scroll", scrolled);
    };
  }, [user, list, text, selection]);
  const { rows, labels, total, asOf, loading, shown, groups, moreGroups } = state;
  useEffect(() => {
    if (!loading && asOf !== undefined && shown === page)
      updateCachedList(cacheKey(user, list), { rows, labels, total, asOf, next: state.next, groups, moreGroups });
    // `text` identifies the history entry, so rows of another entry are not cached under it.
  }, [user, list, text, page, rows, labels, total, asOf, loading, shown, state.next, groups, moreGroups]);
}

/** Restores the scroll position once the cached rows are rendered. */
function useScrollRestoration(y: number | undefined): void {
  const [target] = useState(y);
  useLayoutEffect(() => {
    if (target) scrollTo({ top: target });
  }, [target]);
}
