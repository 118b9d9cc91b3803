/**
 * Runs an action on multiple records: plans it, sends one operation per batch, and shows the outcome for every record.
 */
import { useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import type { CallFailure, Confirmed, Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import {
  type Batch,
  type BulkPlan,
  formatSums,
  type SelectedList,
  sumRows,
  prepareBulk,
  loadSelectedRows,
  BATCH,
  evaluateRow,
  type FileBatch,
} from "./bulk.ts";
import type { BulkAction } from "./bulk-actions.ts";
import { findFileField } from "../entity/transitions.ts";
import type { Filter } from "../model/query.ts";
import type { Sums } from "../model/wire.ts";
import { toParameter, writeFilter } from "../query/grammar.ts";
import { parseQuery } from "../query/parse-url.ts";
import { isObject, listObjects } from "../base/guards.ts";
import type { Chosen, Selection } from "./selection.ts";
import { sendCall } from "./send-call.ts";
import { IdempotencyKey } from "./idempotency-key.ts";
import { nameRecord } from "./name-record.ts";
import { findEventLabel } from "./record-actions.ts";
import { isCallFailure } from "./refusals.ts";
import { Operation, type Settled } from "./run.ts";

/** States of outcomes, in the order in which they are counted. */
export const OUTCOME_STATES = ["done", "started", "refused", "unknown", "left"] as const;
/** Counts the records whose outcome has this state. */
export const countOutcomes = (outcomes: readonly BulkOutcome[], state: BulkOutcome["state"]): number =>
  outcomes.reduce((sum, { ids, count, ...one }) => sum + (one.state === state ? (count ?? ids.length) : 0), 0);
/** `asking` means that the step-up dialog is open and the bulk dialog is hidden. */
type Phase = "checking" | "confirm" | "asking" | "sending" | "finished";
/**
 * Outcome of a batch, which applies to all its records. `left` means that nothing was sent, `started` that a job does the
 * rest. `count`: number of records, if other than that of the ids.
 */
export interface BulkOutcome {
  ids: readonly string[];
  count?: number;
  state: "done" | "started" | "refused" | "unknown" | "left";
  message?: string;
}
interface Part {
  ids: readonly string[];
  count?: number;
  body: Row;
  operation: Operation;
}
interface Bulk {
  action: BulkAction;
  phase: Phase;
  plan?: BulkPlan;
  /** Why the action could not be planned. */
  problem?: { tooMany: true } | { failure: CallFailure };
  outcomes: readonly BulkOutcome[];
}

/** Plans and runs a bulk action. `params` is the list's request, which defines the rows that "all" refers to. */
export function useBulk(entity: Entity, params: Row, selection: Selection, onChanged: () => void) {
  const ports = usePorts();
  const [bulk, setBulk] = useState<Bulk>();
  const abort = useRef<AbortController>(undefined);
  const parts = useRef<readonly Part[]>([]);
  const isMounted = useIsMounted();
  const change = (part: Partial<Bulk>) => setBulk((old) => old && { ...old, ...part });

  const start = async (action: BulkAction) => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    parts.current = [];
    setBulk({ action, phase: "checking", outcomes: [] });
    try {
      const plan = await planSelected({ ports, entity, params, signal }, action, selection.snapshot());
      if (!signal.aborted) change({ phase: "confirm", ...(plan ? { plan } : { problem: { tooMany: true } }) });
    } catch (error) {
      if (!signal.aborted) change({ phase: "confirm", problem: { failure: readFailure(error) } });
    }
  };

  const finish = (action: BulkAction, outcomes: readonly BulkOutcome[]) => {
    change({ phase: "finished", outcomes });
    if (!isMounted()) notifyLateResult(ports, entity, action, outcomes);
    selection.drop(outcomes.filter((outcome) => outcome.state === "done").flatMap((outcome) => outcome.ids));
    if (countOutcomes(outcomes, "started") > 0) selection.clear();
    onChanged();
  };
  const run = async ({ action, plan }: Bulk, inputs: Row) => {
    parts.current = plan ? plan.batches.map((batch) => createPart(ports, entity, { action, plan, batch, inputs })) : [];
    followPhases(parts.current, (phase) => change({ phase }));
    const read = (results: readonly (Settled | undefined)[]) =>
      results.flatMap((settled, index) => readOutcome(ports, parts.current[index], settled) ?? []);
    const results = await runSequence(parts.current, {
      stopOn: "cancelled",
      onSettled: (sofar) => change({ outcomes: read(sofar) }),
    });
    // Nothing was sent, so return to the confirmation.
    if (results[0]?.outcome.end === "cancelled") return change({ phase: "confirm" });
    finish(action, read(parts.current.map((_part, index) => results[index])));
  };

  const retry = async ({ action, outcomes }: Bulk) => {
    change({ phase: "sending" });
    finish(action, await retryUnknown(ports, parts.current, outcomes));
  };

  return {
    bulk,
    start: (action: BulkAction) => void start(action),
    run: (inputs: Row) => bulk && void run(bulk, inputs),
    retry: () => bulk && void retry(bulk),
    close: () => {
      abort.current?.abort();
      setBulk(undefined);
    },
  };
}

/** Plans the action for the selected records, or for the file that they are. Undefined for too many records. */
async function planSelected(list: SelectedList, action: BulkAction, chosen: Chosen): Promise<BulkPlan | undefined> {
  const file = await prepareFile(list, action, chosen);
  if (file) return file;
  const rows = await loadSelectedRows(list, chosen);
  return rows && prepareBulk(list, action, rows);
}

/** Calls `onPhase` when a batch requests step-up and when it is sent. */
function followPhases(parts: readonly Part[], onPhase: (phase: Phase) => void): void {
  for (const { operation } of parts)
    operation.subscribe(() => {
      const { status } = operation.state;
      if (status === "confirming") onPhase("asking");
      if (status === "sending") onPhase("sending");
    });
}

/** Retries the batches with an unknown outcome, and returns the outcomes of all batches. */
async function retryUnknown(
  ports: Ports,
  parts: readonly Part[],
  outcomes: readonly BulkOutcome[],
): Promise<BulkOutcome[]> {
  const open = parts.filter((_part, index) => outcomes[index]?.state === "unknown");
  const results = await runSequence(open, { onSettled: () => undefined });
  return outcomes.map((outcome) => {
    const index = open.findIndex((part) => part.ids === outcome.ids);
    return readOutcome(ports, open[index], results[index]) ?? outcome;
  });
}

/**
 * Creates the operation of a batch. Its key is derived from the body, so that repeating the action on the same records
 * resumes an operation without a response, even after a reload.
 */
function createPart(
  ports: Ports,
  entity: Entity,
  { action, plan, batch, inputs }: { action: BulkAction; plan: BulkPlan; batch: Batch; inputs: Row },
): Part {
  const { ids, stepUp, file } = batch;
  // Sorted, because the list may be in a different order when the same records are selected again.
  const body = { ...(file?.body ?? { ids: ids.toSorted() }), event: action.event, ...inputs };
  const operation = new Operation(ports, {
    call: action.call,
    changes: entity.name,
    key: new IdempotencyKey(`bulk.${ports.user()}.${entity.name}.${JSON.stringify(body)}`, sessionStorage),
    idempotency: "durable",
    stepUp,
    reusesProof: true,
    describe: async () => describeBatch(ports, entity, { action, plan, batch }),
  });
  return { ids, ...(file ? { count: file.count } : {}), body, operation };
}

/** Returns what the user confirms by a batch: its sums, and each record with its party, amount and flags. */
function describeBatch(
  { t, lang }: Ports,
  entity: Entity,
  { action, plan, batch: { ids, file } }: { action: BulkAction; plan: BulkPlan; batch: Batch },
): Confirmed {
  const number = file?.count ?? ids.length;
  const count = t("list.count", { count: number, unit: entity.unit(number, lang) });
  const rows = plan.ready.filter((row) => ids.includes(String(row[entity.key])));
  const sums = formatSums(entity, file?.sums ?? sumRows(entity, rows), lang);
  return {
    text: [findEventLabel(entity, action.event, lang), file?.number, count].filter(Boolean).join(" · "),
    lines: [
      ...sums.map(({ label, text, currency }) => ({
        label,
        text: `${text}\u00a0${currency}`.trimEnd(),
        strong: true as const,
      })),
      ...rows.map((row) => {
        const { party, amount } = nameRecord(entity, row, lang);
        const flags = plan.flags.get(String(row[entity.key]));
        return { label: party, text: amount, ...(flags && { flags }) };
      }),
    ],
  };
}

/** Returns the outcome of a batch, or undefined when there is no batch. */
function readOutcome({ t }: Ports, part: Part | undefined, settled: Settled | undefined): BulkOutcome | undefined {
  if (!part) return undefined;
  const { ids, count, operation } = part;
  const all = { ids, ...(count === undefined ? {} : { count }) };
  // An earlier request without a response remains unknown, even if this time nothing was sent.
  if (operation.state.status === "unknown") return { ...all, state: "unknown" };
  if (!settled || settled.outcome.end === "cancelled") return { ...all, state: "left" };
  const { outcome } = settled;
  if (outcome.end === "succeeded") return { ...all, state: count === undefined ? "done" : "started" };
  const message = outcome.end === "refused" ? outcome.failure.message || t("list.failed") : t("list.offlineSend");
  return { ...all, state: "refused", message };
}

const readFailure = (error: unknown): CallFailure =>
  isCallFailure(error) ? error : { kind: "unknown", code: 0, message: "" };

/** Reports the result as a notification, for a list that was left before the last response. */
function notifyLateResult(
  { t, notify, lang }: Ports,
  entity: Entity,
  action: BulkAction,
  outcomes: readonly BulkOutcome[],
): void {
  const count = (state: BulkOutcome["state"]) => countOutcomes(outcomes, state);
  const states = OUTCOME_STATES.filter((state) => count(state) > 0);
  notify(
    ["done", "started"].includes(states.join()) ? "success" : "warning",
    findEventLabel(entity, action.event, lang),
    states
      .map((state) => t(`list.bulk.${state}`, { count: count(state), unit: entity.unit(count(state), lang) }))
      .join(t("list.also")),
  );
}

/**
 * Submits each body with its operation, retrying operations with an unknown outcome. With `stopOn`, a cancelled step-up
 * ends the sequence. Returns the results of the operations that were reached, with undefined where no attempt began.
 */
async function runSequence(
  items: readonly { operation: Operation; body: Row }[],
  { stopOn, onSettled }: { stopOn?: "cancelled"; onSettled(results: readonly (Settled | undefined)[]): void },
): Promise<(Settled | undefined)[]> {
  const results: (Settled | undefined)[] = [];
  for (const { operation, body } of items) {
    const { state } = operation;
    const again = state.status === "unknown" && state.body !== undefined;
    const settled = await (again ? operation.retry() : operation.submit(body));
    results.push(settled);
    if (stopOn && settled?.outcome.end === stopOn) break;
    onSettled(results);
  }
  return results;
}

/**
 * Plans the event for a whole file: the list shows one file and all its rows are selected. Undefined for any other
 * selection, and for a file that fits in one call.
 *
 * @throws CallFailure `refused` with the reason when the user may not decide the file
 */
export async function prepareFile(
  list: SelectedList,
  action: BulkAction,
  chosen: Chosen,
): Promise<BulkPlan | undefined> {
  const { ports, entity, params, signal } = list;
  const found = chosen.mode === "all" && chosen.except.size === 0 ? findFile(list, action) : undefined;
  if (!found || !entity.calls.list) return undefined;
  const state = toParameter(entity.lifecycle?.field ?? "");
  const request = { ...params, ...found.request, [state]: [...action.from].join(","), page: 1, cursor: "", totals: 1 };
  const page = await sendCall(ports, entity.calls.list, request, { signal });
  const [count, [first]] = [Number(page.total ?? 0), listObjects(page.list)];
  if (count <= BATCH || !first) return undefined;
  const verdict = await evaluateRow(list, action, first);
  if ("skip" in verdict) throw { kind: "refused", code: 0, message: verdict.skip } satisfies CallFailure;
  const sums = readSums(page.sums);
  const amount = entity.list.card?.amount;
  const body = { [found.field]: found.number, count, sums: (amount !== undefined && sums[amount]) || {} };
  const file: FileBatch = { number: found.number, count, sums, body };
  return {
    ready: [],
    flags: new Map(),
    skipped: new Map(),
    batches: [{ ids: [found.number], stepUp: verdict.stepUp, file }],
  };
}

/** Returns the file to which a list is narrowed, unless it is narrowed further than to the states of the action. */
function findFile({ ports, entity, params }: SelectedList, { from }: BulkAction) {
  const field = findFileField(entity);
  if (field === undefined) return undefined;
  const { filters, q } = parseQuery(entity, params, { now: ports.now(), lang: ports.lang });
  const { [field]: file, [entity.lifecycle?.field ?? ""]: state, ...others } = filters;
  const number = file && readNumber(file);
  const hidesState =
    state && !(state.style === "is" && !state.not && [...from].every((one) => state.values.includes(one)));
  if (number === undefined || q || hidesState || Object.keys(others).length > 0) return undefined;
  const filter = writeFilter({ style: "is", values: [number], not: false }, entity.field(field).kind.filter);
  return { field, number, request: { [toParameter(field)]: filter } };
}

function readNumber(filter: Filter): string | undefined {
  if (filter.style === "contains") return filter.text;
  return filter.style === "is" && !filter.not && filter.values.length === 1 ? filter.values[0] : undefined;
}

/** Reads the sums of a list. */
const readSums = (sums: unknown): Sums =>
  Object.fromEntries(
    Object.entries(isObject(sums) ? sums : {}).map(([field, byCurrency]) => [
      field,
      Object.fromEntries(
        Object.entries(isObject(byCurrency) ? byCurrency : {}).map(([currency, value]) => [currency, String(value)]),
      ),
    ]),
  );
