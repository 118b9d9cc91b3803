/** Facts that rules read beyond the record, by the calls that `contexts.json` names: asked by the page on its own, so one form asks once. */
import { contexts } from "virtual:schemas/ways";
import { send } from "../client/http.ts";
import type { CallPlan, ContextAbout, Ports, Row } from "../engine/index.ts";
import { fetchShared } from "../engine/ui.tsx";

type Way = Pick<CallPlan, "method" | "path"> & { key?: string };
const ways = contexts as Record<string, Way | undefined>;

/** Undefined when the context has no call or the call is refused: rules that read it are silent in the browser. */
export async function loadContext(ports: Ports, name: string, about?: ContextAbout): Promise<Row | undefined> {
  const way = ways[name];
  if (!way) return undefined;
  // Only a context that takes part of an answer has a request; the others answer for the person.
  const body = way.key === undefined ? undefined : about;
  // Several facts come from one answer.
  const map = await fetchShared(ports, ["context", way.path, body], (signal) =>
    send(way, body, { passive: true, signal }),
  ).catch(() => undefined);
  return way.key === undefined ? map : (map?.[way.key] as Row | undefined);
}
