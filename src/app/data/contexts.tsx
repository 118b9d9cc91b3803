/** Loads facts that rules read beyond the record, from the calls of `contexts.json`. Passive and shared, so one form sends one request. */
import { contexts } from "virtual:schemas/ways";
import { send } from "../../client/http.ts";
import type { CallPlan, ContextAbout, Ports, Row } from "../../engine/index.ts";
import { fetchShared } from "../../engine/ui.tsx";

type Way = Pick<CallPlan, "method" | "path"> & { key?: string };
const ways = contexts as Record<string, Way | undefined>;

/** Returns undefined when the context has no call or the call is refused: rules that read it are skipped in the browser. */
export async function loadContext(ports: Ports, name: string, about?: ContextAbout): Promise<Row | undefined> {
  const way = ways[name];
  if (!way) return undefined;
  // Only a context with a key sends a request body; the others answer for the signed-in user.
  const body = way.key === undefined ? undefined : about;
  // One response holds several facts.
  const map = await fetchShared(ports, ["context", way.path, body], (signal) =>
    send(way, body, { passive: true, signal }),
  ).catch(() => undefined);
  return way.key === undefined ? map : (map?.[way.key] as Row | undefined);
}
