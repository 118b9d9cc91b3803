/** Facts that rules read beyond the record, by the calls that `contexts.json` names. Kept for a page's life, dropped when money moved. */
import * as manifest from "virtual:schemas/pages";
import { send } from "../client/http.ts";
import type { CallPlan, Row } from "../engine/index.ts";

const loads = new Map<string, { at: number; value: Promise<Row | undefined> }>();
const FRESH_MS = 5_000;

/** Undefined when the context has no call or the call is refused: rules that read it are silent in the browser. */
export function loadContext(name: string): Promise<Row | undefined> {
  const known = loads.get(name);
  if (known && Date.now() - known.at < FRESH_MS) return known.value;
  const call = (manifest.contexts as Record<string, Pick<CallPlan, "method" | "path"> | undefined>)[name];
  const value = call ? send(call).then((map) => map as Row, () => undefined) : Promise.resolve(undefined);
  loads.set(name, { at: Date.now(), value });
  return value;
}
