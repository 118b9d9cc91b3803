/** A list's rows for its query: loaded by the entity's own call, kept while newer ones load, totals fetched beside them. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Entity, Row } from "../entity/entity.ts";
import type { CallFailure } from "../ports.ts";
import { usePorts } from "../ports-context.tsx";
import type { Query } from "../query/query.ts";
import { readable, wireQuery, writeQuery } from "../query/write.ts";

/** Labels of what rows refer to: field -> value -> words. */
export type Labels = Record<string, Record<string, string>>;
export interface ListState {
  rows: readonly Row[];
  labels: Labels;
  /** Undefined until the count came; it never delays the rows. */
  total?: number;
  sums?: Record<string, Record<string, string>>;
  /** Nothing was ever loaded for this list. */
  first: boolean;
  loading: boolean;
  failure?: CallFailure;
  /** When the rows on the screen were loaded, ms since the epoch. */
  asOf?: number;
  reload(): void;
}
type Loaded = Pick<ListState, "rows" | "labels" | "asOf">;
const nothing: Loaded = { rows: [], labels: {} };

/** `preset` is asked for with every page and does not show in the URL. */
export function useListState(entity: Entity, query: Query, preset: Row = {}): ListState {
  const ports = usePorts();
  const [loaded, setLoaded] = useState<Loaded>(nothing);
  const [totals, setTotals] = useState<{ key: string; total?: number; sums?: ListState["sums"] }>({ key: "" });
  const [failure, setFailure] = useState<CallFailure>();
  const [loading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const call = entity.calls.list!;
  const page = readable(writeQuery(entity, query));
  // The count and the sums are of the whole result: another page does not change them.
  const whole = readable(writeQuery(entity, { ...query, page: 1, cursor: undefined, sort: [] }));
  const body = useRef<Row>({});
  body.current = { ...presetParams(preset), ...wireQuery(entity, query) };

  useEffect(() => {
    const abort = new AbortController();
    setLoading(true);
    ports.call(call, body.current, { signal: abort.signal }).then(
      (map) => {
        setLoaded({ rows: (map.list ?? []) as Row[], labels: (map.labels ?? {}) as Labels, asOf: Date.now() });
        setFailure(undefined);
        setLoading(false);
      },
      (error: CallFailure) => {
        if (abort.signal.aborted) return;
        setFailure(error);
        setLoading(false);
      },
    );
    return () => abort.abort();
  }, [ports, call, page, attempt]);

  const totalsKey = `${whole}#${attempt}`;
  useEffect(() => {
    const abort = new AbortController();
    // The server answers the totals with a page; the smallest page will do.
    ports.call(call, { ...body.current, page: 1, cursor: "", totals: 1 }, { signal: abort.signal }).then(
      (map) => setTotals({ key: totalsKey, total: map.total as number, sums: map.sums as ListState["sums"] }),
      () => undefined,
    );
    return () => abort.abort();
  }, [ports, call, totalsKey]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  // What changed elsewhere (a colleague, another tab) shows when the person comes back.
  useEffect(() => {
    const back = () => document.visibilityState === "visible" && reload();
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, [reload]);

  const known = totals.key === totalsKey ? totals : undefined;
  return { ...loaded, total: known?.total, sums: known?.sums, first: loaded.asOf === undefined, loading, failure, reload };
}

/** `{status: ["a", "b"]}` -> `status=a,b`. */
export const presetParams = (preset: Row): Row => Object.fromEntries(Object.entries(preset).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : value]));
