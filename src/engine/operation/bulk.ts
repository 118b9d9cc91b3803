/**
 * Plans an event for multiple records: which records it applies to, why others are skipped, and the batches to send.
 */
import type { Entity, Lang, Row, StepUp } from "../model/entity.ts";
import { sendCall } from "./send-call.ts";
import { formatSum, sumByCurrency } from "../entity/values.ts";
import type { CallFailure, Ports } from "../model/ports.ts";
import type { AllowedEvent, ListResponse, Sums } from "../model/wire.ts";
import { listObjects } from "../base/guards.ts";
import { splitMemberId } from "../entity/member-id.ts";
import type { BulkAction, Flags } from "./bulk-actions.ts";
import { isCursorRefused } from "../query/request.ts";
import { formatRecordName } from "./name-record.ts";
import type { Chosen } from "./selection.ts";

/** Maximum number of records per call, which is a single transaction. Must not exceed the server's limit. */
export const BATCH = 200;
/**
 * Maximum number of records per action, because every batch may require its own step-up. More records are decided
 * by the number of the file that they were imported from.
 */
export const MAX_RECORDS = 1_000;
/** Maximum number of details loaded concurrently. */
const AT_ONCE = 6;
const PAGE = 100;

/** Ids of the records of a single call, and the step-up that the call requires. */
export interface Batch {
  ids: string[];
  stepUp?: StepUp | undefined;
  /** Set for the only batch of a whole file, whose `ids` contain the file's number. */
  file?: FileBatch;
}
/** All waiting records of an imported file, on which a job fires the event. */
export interface FileBatch {
  number: string;
  count: number;
  sums: Sums;
  /** What the call names instead of ids. */
  body: Row;
}
/** Planned batches and skipped records of an action. */
export interface BulkPlan {
  /** Records to process, those with flags first. */
  ready: readonly Row[];
  flags: Flags;
  /** Names of skipped records by reason, in the user's language. */
  skipped: ReadonlyMap<string, readonly string[]>;
  batches: readonly Batch[];
}

/** A list with selected records. `params` is its request, which defines the rows that "all" refers to. */
export interface SelectedList {
  ports: Ports;
  entity: Entity;
  params: Row;
  signal: AbortSignal;
}

/**
 * Returns the selected rows, loading all pages of the list when all are selected. Returns undefined for more than
 * `MAX_RECORDS` rows.
 */
export async function loadSelectedRows(
  { ports, entity, params, signal }: SelectedList,
  chosen: Chosen,
): Promise<Row[] | undefined> {
  if (chosen.mode === "some") return chosen.rows.size > MAX_RECORDS ? undefined : [...chosen.rows.values()];
  const { list } = entity.calls;
  if (!list) throw new Error(`${entity.name} has no list`);
  const rows: Row[] = [];
  let restarted = false;
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const response: Promise<ListResponse<Row>> = sendCall(
      ports,
      list,
      { ...params, page: 1, size: PAGE, cursor },
      { signal },
    );
    const map: ListResponse<Row> | undefined = await response.catch((error: CallFailure) => {
      // A rejected cursor (from a server with another key) restarts from the first page, but only once.
      if (restarted || !isCursorRefused(error)) throw error;
      return undefined;
    });
    if (!map) {
      restarted = true;
      rows.length = 0;
      cursor = "";
      continue;
    }
    rows.push(...listObjects(map.list).filter((row) => !chosen.except.has(String(row[entity.key]))));
    if (rows.length > MAX_RECORDS) return undefined;
    cursor = map.next;
  }
  return rows;
}

type Verdict = { now: Row; stepUp: Batch["stepUp"] } | { skip: string };
type Prepared = Omit<SelectedList, "params">;

/**
 * Determines for each record whether the event currently applies: by the state in its row, then, if the entity has the
 * call `detail`, by the events that the server allows (four-eyes approval, a colleague who acted first). A row of a
 * union refers to its member's record, and its state is not checked first.
 */
export async function prepareBulk(context: Prepared, action: BulkAction, rows: readonly Row[]): Promise<BulkPlan> {
  const { entity } = context;
  const skipped = new Map<string, string[]>();
  const skip = (reason: string, name: string) => skipped.set(reason, [...(skipped.get(reason) ?? []), name]);
  const verdicts = await runPooled(rows, (row) => evaluateRow(context, action, row));
  const ready: Row[] = [];
  const byProof = new Map<Batch["stepUp"], string[]>();
  for (const { item, result: verdict } of verdicts) {
    const id = String(item[entity.key]);
    if ("skip" in verdict) skip(verdict.skip, formatRecordName(entity, item, context.ports.lang));
    else {
      ready.push(verdict.now);
      byProof.set(verdict.stepUp, [...(byProof.get(verdict.stepUp) ?? []), id]);
    }
  }
  const batches = [...byProof].flatMap(([stepUp, ids]) =>
    splitBatches(ids).map((part) => ({ ids: part, ...(stepUp ? { stepUp } : {}) })),
  );
  const flags = (await action.flag?.(ready, context.signal)) ?? new Map<string, string[]>();
  const hasFlag = (row: Row) => Number(flags.has(String(row[entity.key])));
  return { ready: ready.toSorted((a, b) => hasFlag(b) - hasFlag(a)), flags, skipped, batches };
}

/** Returns the row and the step-up to request if the event applies to its record, otherwise the reason to skip it. */
export async function evaluateRow({ ports, entity, signal }: Prepared, action: BulkAction, row: Row): Promise<Verdict> {
  const isUnion = entity.source === "union";
  const { name, key } = isUnion ? splitMemberId(String(row[entity.key])) : { name: "", key: row[entity.key] };
  const own = isUnion ? await ports.entity(name) : entity;
  const wrongState = (now: Row) =>
    ports.t("list.skipState", { state: own.stateLabel(String(now[own.lifecycle?.field ?? ""]), ports.lang) });
  if (!isUnion && !action.from.has(String(row[own.lifecycle?.field ?? ""]))) return { skip: wrongState(row) };
  if (!own.calls.detail) return { now: row, stepUp: action.stepUp };
  const { events, record }: { events?: readonly AllowedEvent[]; record?: Row } = await sendCall(
    ports,
    own.calls.detail,
    { [own.key]: key },
    { signal },
  );
  const allowed = events?.find((event) => event.event === action.event);
  if (!allowed) return { skip: wrongState(record ?? row) };
  if (allowed.blocked) return { skip: ports.failure?.(allowed.blocked) ?? allowed.blocked };
  // Use the record as loaded now rather than as selected, except for a union, whose rows have fields of their own.
  return { now: isUnion ? row : { ...row, ...record }, stepUp: allowed.stepUp };
}

const splitBatches = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_part, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  );

/** Processes all items with up to `AT_ONCE` running concurrently. Results keep the order of the items. */
async function runPooled<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly { item: T; result: R }[]> {
  const results: { item: T; result: R }[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = { item, result: await work(item) };
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}

/** Returns the exact sums of the rows. `names` are the amounts to sum, by default those that the list sums. */
export function sumRows(entity: Entity, rows: readonly Row[], names: readonly string[] = entity.list.sums): Sums {
  return Object.fromEntries(
    names
      .filter((name) => entity.field(name).currency)
      .map((name) => [
        name,
        Object.fromEntries(
          [...sumByCurrency(entity.field(name), rows)].map(([currency, sum]) => [currency, sum.toString()]),
        ),
      ]),
  );
}

/** Formats the sums of records as their list does. */
export const formatSums = (entity: Entity, sums: Sums, lang: Lang) =>
  Object.entries(sums).flatMap(([name, byCurrency]) =>
    Object.entries(byCurrency).map(([currency, value]) => ({
      label: entity.label(name, lang),
      text: formatSum(entity, entity.field(name), { currency, value }, lang),
      currency,
    })),
  );
