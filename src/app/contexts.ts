/** Facts that rules read beyond the record, by the calls that `contexts.json` names. Kept for a moment, so that one form asks once. */
import * as manifest from "virtual:schemas/pages";
import { send } from "../client/http.ts";
import type { CallPlan, Row } from "../engine/index.ts";

type Way = Pick<CallPlan, "method" | "path"> & { key?: string };
const ways = manifest.contexts as Record<string, Way | undefined>;
const loads = new Map<string, { at: number; map: Promise<Row | undefined> }>();
const FRESH_MS = 2_000;

/** Undefined when the context has no call or the call is refused: rules that read it are silent in the browser. */
export async function loadContext(name: string, about?: { entity: string; currency?: string }): Promise<Row | undefined> {
  const way = ways[name];
  if (!way) return undefined;
  // Only a context that takes part of an answer has a request; the others answer for the person.
  const body = way.key === undefined ? undefined : about;
  const key = `${way.path}?${JSON.stringify(body)}`;
  let load = loads.get(key);
  if (!load || Date.now() - load.at > FRESH_MS) {
    load = { at: Date.now(), map: send(way, body).catch(() => undefined) };
    loads.set(key, load);
  }
  const map = await load.map;
  return way.key === undefined ? map : (map?.[way.key] as Row | undefined);
}
