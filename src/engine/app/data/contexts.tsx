/**
 * Loads the facts that rules read beyond the record itself, using the calls of `contexts.json`. Requests do not extend
 * the session and are shared, so that a form sends each of them once.
 */
import type { Row } from "../../model/field.ts";
import { contexts } from "virtual:schemas/contexts";
import { send } from "../client/http.ts";
import type { CallPlan } from "../../model/entity.ts";
import type { ContextRequest, Ports } from "../../model/ports.ts";
import { fetchShared } from "../../data/use-read.tsx";

type ContextEndpoint = Pick<CallPlan, "method" | "path"> & { key?: string };
const endpoints = contexts as Record<string, ContextEndpoint | undefined>;

/**
 * Returns the facts of a context, or undefined if the context has no call or the call fails. The browser then skips the
 * rules that read these facts.
 */
export async function loadContext(ports: Ports, name: string, about?: ContextRequest): Promise<Row | undefined> {
  const endpoint = endpoints[name];
  if (!endpoint) return undefined;
  // Only a context with a key sends a request body; the others are resolved for the signed-in user.
  const body = endpoint.key === undefined ? undefined : about;
  // Contexts with the same path and body share one request.
  const facts = await fetchShared(ports, ["context", endpoint.path, body], (signal) =>
    send(endpoint, body, { passive: true, signal }),
  ).catch(() => undefined);
  return endpoint.key === undefined ? facts : (facts?.[endpoint.key] as Row | undefined);
}
