/**
 * Loads a server response in a component. Loading starts on mount and is aborted on unmount. The data is kept while it
 * is refetched.
 */
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CallFailure, Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { readClient, readKey, SHARED_MS } from "./client.tsx";

/** State of a read: its data, its failure, and whether it is loading. */
export interface ReadState<T> {
  /** Undefined until loaded. */
  data?: T | undefined;
  /** Failure of the last load. The data of an earlier load is kept. */
  failure?: CallFailure | undefined;
  loading?: boolean | undefined;
  /** Time at which the data was loaded, in milliseconds since the epoch. */
  at?: number | undefined;
  reload(): void;
}
/** How a read is refetched and shared. */
export interface ReadOptions<T = unknown> {
  /** Set to false to defer loading. */
  enabled?: boolean | undefined;
  /** Polling interval of a visible page in milliseconds; 0 disables polling. */
  every?: number | undefined;
  /** Set to true to keep polling while the page is hidden. */
  inBackground?: boolean | undefined;
  /** Set to false when changes by other users do not matter, so that returning to the page refetches nothing. */
  onFocus?: boolean | undefined;
  /**
   * Value shown before anything is loaded. The component then does not load on mount; only `every`, focus, a reconnect,
   * `reload` and `refetchRead` trigger a load.
   */
  initial?: T | undefined;
  /** Reuses a response that another component loaded in the last 2 s. */
  shared?: boolean | undefined;
}
/** Loads a response. `isRepeat` is true when the query has been loaded before. */
type Load<T> = (signal: AbortSignal, isRepeat: boolean) => Promise<T>;

/**
 * Loads and returns a response. `key` contains everything that it depends on and begins with the name of the entity, so
 * that a change of its records refetches it.
 * @example const limits = useRead(["limit", "EUR"], (signal) => ports.call(form.call, { currency: "EUR" }, { signal }));
 */
export function useRead<T>(key: readonly unknown[], load: Load<T>, options: ReadOptions<T> = {}): ReadState<T> {
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
      // Responses are never structurally shared, so that effects run after every load, even when it returned the same
      // data.
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
  // Join a running load instead of restarting it.
  const reload = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  return { data, failure: error ?? undefined, loading: isFetching, at: dataUpdatedAt || undefined, reload };
}

/**
 * Loads a response outside a component, reusing one from the last 2 s.
 * @throws CallFailure
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
 * Refetches the mounted queries whose key begins with `key`.
 * @example
 * refetchRead(ports, ["list", "issue"]);
 */
export const refetchRead = (ports: Ports, key: readonly unknown[]): void =>
  void readClient(ports).refetchQueries({ queryKey: readKey(ports, ...key), type: "active" });

/**
 * Replaces a cached response with data from another call. Discards the result of a load that is still running.
 * @example
 * setRead(ports, ["unread"], { unread: 0 });
 */
export function setRead<T>(ports: Ports, key: readonly unknown[], response: T): void {
  const client = readClient(ports);
  const queryKey = readKey(ports, ...key);
  void client.cancelQueries({ queryKey });
  client.setQueryData<T>(queryKey, () => response);
}

/**
 * Aborts running loads whose key begins with `key`.
 * @example
 * cancelRead(ports, ["list", "issue"]);
 */
export const cancelRead = (ports: Ports, key: readonly unknown[]): void =>
  void readClient(ports).cancelQueries({ queryKey: readKey(ports, ...key) });

/**
 * Loads a response outside a component, never from the cache. Aborts a running load of the same key, which rejects.
 * @throws CallFailure
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
