/** Loads facts that rules read beyond the record, from the calls of `contexts.json`. Passive and shared, so one form sends one request. */
import { contexts } from "virtual:schemas/contexts";
import { send } from "../../client/http.ts";
import type { CallPlan, ContextAbout, Ports, Row } from "../../engine/index.ts";
import { fetchShared } from "../../engine/ui.tsx";

type ContextEndpoint = Pick<CallPlan, "method" | "path"> & { key?: string };
const endpoints = contexts as Record<string, ContextEndpoint | undefined>;

/** Returns undefined when the context has no call or the call is refused: rules that read it are skipped in the browser. */
export async function loadContext(ports: Ports, name: string, about?: ContextAbout): Promise<Row | undefined> {
  const endpoint = endpoints[name];
  if (!endpoint) return undefined;
  // Only a context with a key sends a request body; the others answer for the signed-in user.
  const body = endpoint.key === undefined ? undefined : about;
  // One response holds several facts.
  const facts = await fetchShared(ports, ["context", endpoint.path, body], (signal) =>
    send(endpoint, body, { passive: true, signal }),
  ).catch(() => undefined);
  return endpoint.key === undefined ? facts : (facts?.[endpoint.key] as Row | undefined);
}
