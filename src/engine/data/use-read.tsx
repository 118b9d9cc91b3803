/** One answer of the server in a component: loaded with it, kept while it is loaded again, aborted when it is unmounted. */
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { CallFailure, Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { readClient, readKey, SHARED_MS } from "./client.tsx";

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
export interface ReadOptions {
  /** False: not loaded yet. */
  enabled?: boolean;
  /** Interval in ms at which a visible page loads again; 0: never. */
  every?: number;
  /** True: also while the page is not visible. */
  inBackground?: boolean;
  /** False: what other users change meanwhile does not matter, so a page that comes back into view loads nothing. */
  onFocus?: boolean;
  /** Takes an answer of the last 2 s that another component loaded. */
  shared?: boolean;
}
type Load<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Loads and returns an answer. `key` names everything that it depends on; it begins with the name of the entity, so that a change of its records
 * loads it again.
 * @example const limits = useRead(["limit", currency], (signal) => ports.call(call, { currency }, { signal }));
 */
export function useRead<T>(key: readonly unknown[], load: Load<T>, options: ReadOptions = {}): Reading<T> {
  const ports = usePorts();
  const { enabled = true, every = 0, inBackground = false, onFocus = true, shared = false } = options;
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery<T>(
    {
      queryKey: readKey(ports, ...key),
      queryFn: ({ signal }) => load(signal),
      enabled,
      refetchInterval: every > 0 && every,
      refetchIntervalInBackground: inBackground,
      // An answer is a new one even where it says the same: what follows from a load runs after every load.
      structuralSharing: false,
      ...(!onFocus && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
      ...(shared && { staleTime: SHARED_MS, gcTime: SHARED_MS, refetchOnMount: true }),
    },
    readClient(ports),
  );
  // A load that began after the last change is this one.
  const reload = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  return { data, failure: error ?? undefined, loading: isFetching, at: dataUpdatedAt || undefined, reload };
}

/** Loads an answer outside of a component; takes one of the last 2 s. @throws CallFailure */
export const fetchShared = <T,>(ports: Ports, key: readonly unknown[], load: Load<T>): Promise<T> =>
  readClient(ports).fetchQuery({
    queryKey: readKey(ports, ...key),
    queryFn: ({ signal }) => load(signal),
    staleTime: SHARED_MS,
    gcTime: SHARED_MS,
  });
