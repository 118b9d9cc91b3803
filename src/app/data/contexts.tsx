/**
 * Loads the facts that rules read beyond the record itself, using the calls of `contexts.json`. Requests are passive
 * and shared, so a form sends each one once.
 */
import { contexts } from "virtual:schemas/contexts";
import { send } from "../../client/http.ts";
import type { CallPlan, ContextAbout, Ports, Row } from "../../engine/index.ts";
import { fetchShared } from "../../engine/ui.tsx";

type ContextEndpoint = Pick<CallPlan, "method" | "path"> & { key?: string };
const endpoints = contexts as Record<string, ContextEndpoint | undefined>;

/**
 * Returns the facts of a context, or undefined if it has no call or the server refuses the call. The browser skips
 * rules that read missing facts.
 */
export async function loadContext(ports: Ports, name: string, about?: ContextAbout): Promise<Row | undefined> {
  const endpoint = endpoints[name];
  if (!endpoint) return undefined;
  // Only a context with a key sends a request body; the others are resolved for the signed-in user.
  const body = endpoint.key === undefined ? undefined : about;
  // Several facts may come from the same response.
  const facts = await fetchShared(ports, ["context", endpoint.path, body], (signal) =>
    send(endpoint, body, { passive: true, signal }),
  ).catch(() => undefined);
  return endpoint.key === undefined ? facts : (facts?.[endpoint.key] as Row | undefined);
}
