/** Loads a list's totals and further pages alongside its rows. */
import { CancelledError, replaceEqualDeep, useQuery } from "@tanstack/react-query";
import { sendCall } from "../operation/send-call.ts";
import { useCallback, useEffect, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import type { CallFailure } from "../model/ports.ts";
import type { Query } from "../model/query.ts";
import type { GroupTotal, Labels, ListResponse, Sums } from "../model/wire.ts";
import type { ListCall } from "../query/list-call.ts";
import { isCursorRefused } from "../query/request.ts";
import { toReadable, writeQuery } from "../query/write-url.ts";
import { usePorts } from "../react/ports-context.tsx";
import { readClient, readKey } from "./client.tsx";
import type { CachedList } from "./history-cache.ts";

/** Rows as loaded, or as restored by Back. */
export interface Loaded {
  rows: readonly Row[];
  labels: Labels;
  next: string | undefined;
  asOf: number;
  shown: string;
  /** Groups of a grouped query, which has no rows. */
  groups?: readonly GroupTotal[] | undefined;
  moreGroups?: boolean | undefined;
}
export interface Totals {
  total: number | undefined;
  sums: Sums | undefined;
  /** Number of records by view, under the other filters. Undefined for a list without views. */
  viewCounts?: Readonly<Record<string, number>> | undefined;
}
/** Request of one page of a list. */
export interface ListRequest {
  call: ListCall;
  body: Row;
  /** Page as encoded in the URL. */
  page: string;
}
/** Converts a response to the state of a list. */
export const toLoaded = (
  { list = [], labels = {}, next, groups, moreGroups }: Partial<ListResponse<Row>>,
  shown: string,
): Loaded => ({
  rows: list,
  labels,
  next,
  asOf: Date.now(),
  shown,
  groups,
  moreGroups,
});

/**
 * Replaces the records and labels that did not change with those shown before, so that their rows are not rendered
 * again. Records are matched by `key`, because another sort order moves them.
 */
export function reuseRows(key: string, before: Loaded | undefined, next: Loaded): Loaded {
  if (!before) return next;
  const cache = new Map(before.rows.map((row) => [row[key], row]));
  const rows = next.rows.map((row) => replaceEqualDeep(cache.get(row[key]), row));
  const isSame = rows.length === before.rows.length && rows.every((row, index) => row === before.rows[index]);
  return { ...next, rows: isSame ? before.rows : rows, labels: replaceEqualDeep(before.labels, next.labels) };
}

/**
 * Loads the total count and sums. They cover the whole result, so paging does not reload them. They are hidden as soon
 * as the query changes, but stay visible while the same query is refetched.
 */
export function useTotals(
  entity: Entity,
  { call, body }: ListRequest,
  { query, preset, before }: { query: Query; preset: Row; before: CachedList | undefined },
) {
  const ports = usePorts();
  const all: Query = { ...query, page: 1, cursor: undefined, sort: [], group: undefined };
  const whole = toReadable(writeQuery(entity, all));
  // Opening a view changes neither the other filters nor, therefore, the counts of the views.
  const filters = toReadable(writeQuery(entity, { ...all, view: undefined }));
  const [initial] = useState(() => ({ whole, total: before?.total }));
  return useQuery<Totals>(
    {
      queryKey: readKey(ports, entity.name, "totals", call.path, preset, filters, whole),
      queryFn: async ({ signal }) => {
        const counted = entity.list.views.length > 0 ? { viewCounts: 1 } : {};
        const { total, sums, viewCounts } = await sendCall(
          ports,
          call,
          { ...body, page: 1, cursor: "", group: "", totals: 1, ...counted },
          { signal },
        );
        return { total, sums, viewCounts };
      },
      placeholderData: (last, lastQuery): Totals => ({
        total: initial.whole === whole ? initial.total : undefined,
        sums: undefined,
        viewCounts: lastQuery?.queryKey.at(-2) === filters ? last?.viewCounts : undefined,
      }),
    },
    readClient(ports),
  );
}

/**
 * Loads the next page when `load` is called, and appends it to the rows. Changing the page or reloading the list
 * cancels the load.
 */
export function useMore(
  entity: Entity,
  { call, body, page }: ListRequest,
  { queryKey, next }: { queryKey: readonly unknown[]; next: string | undefined },
) {
  const ports = usePorts();
  const client = readClient(ports);
  const [state, setState] = useState<{ page: string; loading: boolean; failure?: CallFailure; refused?: string }>();
  const own = state?.page === page ? state : undefined;
  const cancel = useCallback(
    () => void client.cancelQueries({ queryKey: readKey(ports, entity.name, "more") }),
    [client, ports, entity],
  );
  useEffect(() => cancel, [cancel, page]);
  const load = () => {
    setState({ page, loading: true });
    client
      .fetchQuery({
        queryKey: readKey(ports, entity.name, "more", call.path, body, next),
        queryFn: ({ signal }) => sendCall(ports, call, { ...body, page: 1, cursor: next }, { signal }),
      })
      .then(
        (map) => {
          const added = toLoaded(map, page);
          client.setQueryData<Loaded>(
            queryKey,
            (old) =>
              old && { ...added, rows: [...old.rows, ...added.rows], labels: { ...old.labels, ...added.labels } },
          );
          setState(undefined);
        },
        (error: CallFailure) => {
          if (error instanceof CancelledError) setState(undefined);
          else if (isCursorRefused(error)) setState({ page, loading: false, refused: page });
          else setState({ page, loading: false, failure: error });
        },
      );
  };
  return { load, cancel, loading: own?.loading === true, failure: own?.failure, refused: own?.refused };
}
