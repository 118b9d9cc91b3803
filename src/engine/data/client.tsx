/**
 * Query client of the ports, the only cache of responses apart from the rows for Back (`history-cache.ts`). Its
 * defaults keep monetary data current: every response is stale at once and is replaced as a whole when refetched.
 * @see docs/decisions/build.md#reads-go-through-tanstack-query-bound-to-the-ports
 */
import { focusManager, notifyManager, onlineManager, QueryClient } from "@tanstack/react-query";
import type { CallFailure, Ports } from "../model/ports.ts";
import { onChange } from "../operation/changes.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallFailure;
  }
}

/** How long components may share a response, in milliseconds. */
export const SHARED_MS = 2_000;

// Render a response in the same task in which it arrives.
notifyManager.setScheduler(queueMicrotask);
focusManager.setEventListener((handle) => {
  const listener = () => handle();
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
});
onlineManager.setEventListener((setOnline) => {
  // The manager assumes that the page was opened online; if it was not, the first "online" event would be ignored.
  const online = () => {
    onlineManager.setOnline(false);
    setOnline(true);
  };
  const offline = () => setOnline(false);
  window.addEventListener("online", online);
  window.addEventListener("offline", offline);
  return () => {
    window.removeEventListener("online", online);
    window.removeEventListener("offline", offline);
  };
});

const clients = new WeakMap<Ports, QueryClient>();

/** Returns the query client of the ports, created on first use. */
export function readClient(ports: Ports): QueryClient {
  const cached = clients.get(ports);
  if (cached) return cached;
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // A GET may have side effects, so only the user may retry it.
        retry: 0,
        networkMode: "always",
        // Do not keep the responses of unmounted pages. A page opened by a link starts empty, and Back restores rows
        // from `history-cache.ts`.
        gcTime: 0,
        staleTime: 0,
        refetchOnMount: "always",
        refetchOnWindowFocus: "always",
        refetchOnReconnect: "always",
      },
    },
  });
  clients.set(ports, client);
  client.mount();
  onChange(ports, (entity) => invalidate(ports, entity));
  return client;
}

/** Returns a query key. Every key begins with the signed-in user, so that no data is shown to the next user. */
export const readKey = (ports: Ports, ...parts: readonly unknown[]): readonly unknown[] => [ports.user(), ...parts];

/** Returns whether a response is recent and not invalidated, so that other components can share it. */
export const isShared = ({
  isInvalidated,
  dataUpdatedAt,
}: {
  isInvalidated: boolean;
  dataUpdatedAt: number;
}): boolean => !isInvalidated && Date.now() - dataUpdatedAt <= SHARED_MS;

/**
 * Marks all queries as stale and, if an entity is given, refetches the mounted queries of that entity. Operations call
 * this themselves. Call it after any other change of records.
 */
export function invalidate(ports: Ports, entity: string | undefined): void {
  const client = readClient(ports);
  void client.invalidateQueries({ refetchType: "none" });
  if (entity !== undefined) void client.refetchQueries({ queryKey: readKey(ports, entity), type: "active" });
}

/**
 * Clears the cache after sign-out: aborts running loads, resets reads that have an initial value and removes unmounted
 * queries.
 * @example
 * clearReads(ports);
 */
export function clearReads(ports: Ports): void {
  const client = readClient(ports);
  void client.cancelQueries();
  for (const query of client.getQueryCache().findAll({ predicate: ({ meta }) => meta?.["isFigure"] === true }))
    query.reset();
  client.removeQueries({ type: "inactive" });
}
