/**
 * Query client of the ports: the only cache of responses. Its defaults keep money up to date: every response is stale at once, and a refetched one
 * replaces it.
 * @see docs/decisions/0135-read-layer.md
 */
import { focusManager, notifyManager, onlineManager, QueryClient } from "@tanstack/react-query";
import type { CallFailure, Ports } from "../model/ports.ts";
import { onChange } from "../operation/changes.ts";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallFailure;
  }
}

/** How long an answer serves other components that open with the same page, in ms. */
export const SHARED_MS = 2_000;

// An answer is shown in the task in which it arrived.
notifyManager.setScheduler(queueMicrotask);
focusManager.setEventListener((handle) => {
  const listener = () => handle();
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
});
onlineManager.setEventListener((setOnline) => {
  // The manager assumes that a page is opened online; offline it would skip the first "online" event.
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

/** Returns the query client of the ports; creates it on first use. */
export function readClient(ports: Ports): QueryClient {
  const known = clients.get(ports);
  if (known) return known;
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // A GET may have side effects: only the user repeats it.
        retry: 0,
        networkMode: "always",
        // A page opened by a link starts empty. Only Back restores rows.
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

/** Returns a query key: every key begins with the signed-in user, so that nothing is shown to the next one. */
export const readKey = (ports: Ports, ...parts: readonly unknown[]): readonly unknown[] => [ports.user(), ...parts];

/** True for an answer that came a moment ago and that no change has outdated: other components take it as it is. */
export const isShared = ({
  isInvalidated,
  dataUpdatedAt,
}: {
  isInvalidated: boolean;
  dataUpdatedAt: number;
}): boolean => !isInvalidated && Date.now() - dataUpdatedAt <= SHARED_MS;

/**
 * Marks all queries as stale and refetches the mounted ones of an entity. Call it after a change that is not an operation; operations do it
 * themselves.
 */
export function invalidate(ports: Ports, entity: string | undefined): void {
  const client = readClient(ports);
  void client.invalidateQueries({ refetchType: "none" });
  if (entity !== undefined) void client.refetchQueries({ queryKey: readKey(ports, entity), type: "active" });
}

/**
 * Clears the cache after sign-out: aborts loads and resets figures to their initial value.
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
