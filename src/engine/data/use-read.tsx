/** One answer of the server in a component: loaded with it, kept while it is loaded again, aborted when it is unmounted. */
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CallFailure, Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { readClient, readKey, SHARED_MS } from "./client.tsx";

/** State of a read: its answer, its failure, and whether it is loading. */
export interface Reading<T> {
  /** Undefined until loaded. */
  data?: T | undefined;
  /** Of the last load; the data of an earlier one stays. */
  failure?: CallFailure | undefined;
  loading?: boolean | undefined;
  /** Load time of the data, epoch ms. */
  at?: number | undefined;
  reload(): void;
}
/** How a read is refetched and shared. */
export interface ReadOptions<T = unknown> {
  /** False: not loaded yet. */
  enabled?: boolean | undefined;
  /** Interval in ms at which a visible page loads again; 0: never. */
  every?: number | undefined;
  /** True: also while the page is not visible. */
  inBackground?: boolean | undefined;
  /** False: changes by other users do not matter, so returning to the page refetches nothing. */
  onFocus?: boolean | undefined;
  /** A figure shown before anything is loaded: the component loads nothing by itself, only `every`, focus and `refetchRead` do. */
  initial?: T | undefined;
  /** Takes an answer of the last 2 s that another component loaded. */
  shared?: boolean | undefined;
}
/** `isRepeat`: the answer is loaded already. */
type Load<T> = (signal: AbortSignal, isRepeat: boolean) => Promise<T>;

/**
 * Loads and returns an answer. `key` names everything that it depends on; it begins with the name of the entity, so that a change of its records
 * loads it again.
 * @example const limits = useRead(["limit", "EUR"], (signal) => ports.call(form.call, { currency: "EUR" }, { signal }));
 */
export function useRead<T>(key: readonly unknown[], load: Load<T>, options: ReadOptions<T> = {}): Reading<T> {
  const ports = usePorts();
  const client = readClient(ports);
  const queryKey = readKey(ports, ...key);
  const { enabled = true, every = 0, inBackground = false, onFocus = true, shared = false, initial } = options;
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery<T>(
    {
      queryKey,
      queryFn: ({ signal }) => load(signal, (client.getQueryState(queryKey)?.dataUpdateCount ?? 0) > 0),
      enabled,
      refetchInterval: () => every > 0 && navigator.onLine && every,
      refetchIntervalInBackground: inBackground,
      // Responses are never structurally shared: effects of a load run after every load, even if it returned the same data.
      structuralSharing: false,
      ...(!onFocus && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
      ...(initial !== undefined && {
        initialData: initial,
        initialDataUpdatedAt: 0,
        refetchOnMount: false,
        meta: { isFigure: true },
      }),
      ...(shared && { staleTime: SHARED_MS, gcTime: SHARED_MS, refetchOnMount: true }),
    },
    client,
  );
  // Joins a running load instead of restarting it.
  const reload = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  return { data, failure: error ?? undefined, loading: isFetching, at: dataUpdatedAt || undefined, reload };
}

/**
 * Loads an answer outside of a component; takes one of the last 2 s. @throws CallFailure
 * @example
 * const page = await fetchShared(ports, ["list", "issue"], (signal) => ports.call({ method: "GET", path: "/issues" }, {}, { signal }));
 */
export const fetchShared = <T,>(ports: Ports, key: readonly unknown[], load: Load<T>): Promise<T> =>
  readClient(ports).fetchQuery({
    queryKey: readKey(ports, ...key),
    queryFn: ({ signal }) => load(signal, false),
    staleTime: SHARED_MS,
    gcTime: SHARED_MS,
  });

/**
 * Loads again what components show under a key.
 * @example
 * refetchRead(ports, ["list", "issue"]);
 */
export const refetchRead = (ports: Ports, key: readonly unknown[]): void =>
  void readClient(ports).refetchQueries({ queryKey: readKey(ports, ...key), type: "active" });

/**
 * Sets an answer that another call gave; a load that began before it is given up.
 * @example
 * setRead(ports, ["unread"], { unread: 0 });
 */
export function setRead<T>(ports: Ports, key: readonly unknown[], answer: T): void {
  const client = readClient(ports);
  const queryKey = readKey(ports, ...key);
  void client.cancelQueries({ queryKey });
  client.setQueryData<T>(queryKey, () => answer);
}

/**
 * Aborts the load under a key.
 * @example
 * cancelRead(ports, ["list", "issue"]);
 */
export const cancelRead = (ports: Ports, key: readonly unknown[]): void =>
  void readClient(ports).cancelQueries({ queryKey: readKey(ports, ...key) });

/**
 * Refetches a response. Aborts a running load of the same key, which then rejects. @throws CallFailure
 * @example
 * const page = await fetchLatest(ports, ["list", "issue"], (signal) => ports.call({ method: "GET", path: "/issues" }, {}, { signal }));
 */
export function fetchLatest<T>(ports: Ports, key: readonly unknown[], load: Load<T>): Promise<T> {
  cancelRead(ports, key);
  return readClient(ports).fetchQuery({
    queryKey: readKey(ports, ...key),
    queryFn: ({ signal }) => load(signal, false),
  });
}
