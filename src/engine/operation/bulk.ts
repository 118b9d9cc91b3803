/** One event for many records: which of them it may happen to, why not to the others, and in which calls it goes out. */
import type { Entity, Row, StepUp } from "../model/entity.ts";
import { currencyOf } from "../entity/values.ts";
import type { CallFailure, CallResult, Ports } from "../model/ports.ts";
import { Decimal } from "../base/decimal.ts";
import type { BulkAction } from "./bulk-actions.ts";
import { isCursorRefused } from "../query/request.ts";
import type { Chosen } from "./selection.ts";

/** Records in one call: one transaction, all or none. The server's limit. */
const BATCH = 200;
/** Records in one action: more is a payment file's work, and each call is confirmed by itself. */
export const MAX_RECORDS = 1_000;
/** Details that are asked for at the same time. */
const AT_ONCE = 6;
const PAGE = 100;

/** One call. */
export interface Batch {
  ids: string[];
  stepUp?: StepUp;
}
/** What an action would do. */
export interface BulkPlan {
  ready: readonly Row[];
  /** By reason, in the reader's words. */
  skipped: ReadonlyMap<string, readonly string[]>;
  batches: readonly Batch[];
}

/** The chosen rows themselves; walks the list where only "all" is known. Undefined when there are more than an action may take. */
export async function selectedRows(
  ports: Ports,
  entity: Entity,
  params: Row,
  chosen: Chosen,
  signal: AbortSignal,
): Promise<Row[] | undefined> {
  if (chosen.mode === "some") return chosen.rows.size > MAX_RECORDS ? undefined : [...chosen.rows.values()];
  const rows: Row[] = [];
  let restarted = false;
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const asked = ports.call(entity.calls.list!, { ...params, page: 1, size: PAGE, cursor }, { signal });
    const map: CallResult | undefined = await asked.catch((error: CallFailure) => {
      // A place that was lost under way (a server with another key) is no end: the walk begins anew, once.
      if (restarted || !isCursorRefused(error)) throw error;
      return undefined;
    });
    if (!map) {
      restarted = true;
      rows.length = 0;
      cursor = "";
      continue;
    }
    rows.push(...((map.list ?? []) as Row[]).filter((row) => !chosen.except.has(String(row[entity.key]))));
    if (rows.length > MAX_RECORDS) return undefined;
    cursor = map.next as string | undefined;
  }
  return rows;
}

interface Allowed {
  event: string;
  stepUp?: StepUp;
  blocked?: string;
}

/**
 * Asks of each record whether the event may happen to it now: by its state, then by the server's own answer (a payment that one prepared
 * oneself is another person's to review; a colleague may have been faster).
 */
export async function prepareBulk(
  ports: Ports,
  entity: Entity,
  action: BulkAction,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<BulkPlan> {
  const skipped = new Map<string, string[]>();
  const skip = (reason: string, id: string) => skipped.set(reason, [...(skipped.get(reason) ?? []), id]);
  const state = (row: Row) => String(row[entity.lifecycle!.field]);
  const wrongState = (row: Row) =>
    ports.word("list.skipState", { state: entity.text(`state.${state(row)}`, ports.lang) });
  const verdicts = await pooled(
    rows,
    async (row): Promise<{ now: Row; stepUp?: Batch["stepUp"] } | { skip: string }> => {
      if (!action.from.has(state(row))) return { skip: wrongState(row) };
      if (!entity.calls.detail) return { now: row, stepUp: action.stepUp };
      const map = await ports.call(entity.calls.detail, { [entity.key]: row[entity.key] }, { signal });
      const allowed = ((map.events ?? []) as Allowed[]).find((one) => one.event === action.event);
      if (!allowed) return { skip: wrongState((map.record ?? row) as Row) };
      // As it is now, not as it was when it was ticked.
      return allowed.blocked
        ? { skip: ports.failure?.(allowed.blocked) ?? allowed.blocked }
        : { now: { ...row, ...(map.record as Row | undefined) }, stepUp: allowed.stepUp };
    },
  );
  const ready: Row[] = [];
  const byProof = new Map<Batch["stepUp"], string[]>();
  for (const [at, row] of rows.entries()) {
    const verdict = verdicts[at]!;
    const id = String(row[entity.key]);
    if ("skip" in verdict) skip(verdict.skip, id);
    else {
      ready.push(verdict.now);
      byProof.set(verdict.stepUp, [...(byProof.get(verdict.stepUp) ?? []), id]);
    }
  }
  const batches = [...byProof].flatMap(([stepUp, ids]) =>
    cut(ids).map((part) => ({ ids: part, ...(stepUp ? { stepUp } : {}) })),
  );
  return { ready, skipped, batches };
}

const cut = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_part, at) => ids.slice(at * BATCH, (at + 1) * BATCH));

/** Runs the work over all items, a few at a time, and keeps their order. */
async function pooled<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}

/** Sums of the rows per summed field and currency, exact. */
export function sumsOf(entity: Entity, rows: readonly Row[]): { field: string; currency: string; value: string }[] {
  const sums = new Map<string, { field: string; currency: string; value: Decimal }>();
  for (const name of entity.list.sums) {
    const field = entity.field(name);
    if (!field.currency) continue;
    for (const row of rows) {
      const value = typeof row[name] === "string" ? Decimal.parse(row[name]) : undefined;
      if (!value) continue;
      const currency = currencyOf(field, row) ?? "";
      const known = sums.get(`${name} ${currency}`);
      sums.set(`${name} ${currency}`, { field: name, currency, value: known ? known.value.add(value) : value });
    }
  }
  return [...sums.values()].map(({ value, ...rest }) => ({ ...rest, value: value.toString() }));
}
