/** Replays orders of the demo history through their lifecycle in memory, and writes them with few statements. */
import { Decimal, findTargetState, type Entity, type Row, type Scope, type TransitionPlan } from "@portolan/engine";
import type { Actor } from "../../core/actor.ts";
import type { Seal } from "../../core/seal.ts";
import { assertPresent } from "../../core/required.ts";
import { isHolding } from "../ledger/accounts.ts";
import type { Entry, Line } from "../ledger/entry.ts";
import { postAll } from "../ledger/post.ts";
import { insertRows } from "../../store/insert-rows.ts";
import type { TransitionEvent } from "../../lifecycle/context.ts";
import { formatPostingStep } from "../../lifecycle/context.ts";
import { formatLimitName, formatPeriod } from "../ledger/daily-and-monthly-limits.ts";
import { listCascadedEvents, type CascadedEvent } from "../../lifecycle/effect-handlers/cascade.ts";
import { freeze, listFrozenStates } from "../../lifecycle/frozen.ts";
import { listMatchingTransitions, selectTransition } from "../../lifecycle/guard.ts";
import { createEntry, createLines } from "../effect-handlers/money.ts";
import { readCodeSet, readShortReason, writeReason } from "../../lifecycle/reasons.ts";
import { createTimelineRow, TIMELINE_COLUMNS } from "../../lifecycle/side-effects.ts";
import { evaluateAmount, buildEventScope, computeAssignedValues, type Evaluation } from "../../lifecycle/values.ts";
import type { Queries, Tx } from "../../store/database.ts";
import { createRecordStore } from "../../store/records.ts";

/** One event of an order. `facts`: the facts that rules read for the actor. */
export interface Step {
  event: string;
  at: number;
  actor: Actor;
  facts: Scope;
  input: Row;
}
/** An order and its rows in the tables of events, postings and limits. */
export interface ReplayedRecord {
  entity: Entity;
  tenant: string;
  id: string;
  status: string;
  version: number;
  data: Row;
  events: unknown[][];
  entries: Entry[];
  /**
   * Amounts that the order still holds, with the account in which they are held and the account from which they came.
   */
  held: { on: Line["to"]; currency: string; source: Line["from"]; amount: bigint }[];
  counts: { rule: string; period: string; step: string; amount: string; max: string }[];
  at: number;
  changedAt: number;
}

/** Returns a record before its first event. */
export const startReplay = (
  entity: Entity,
  { tenant, id, at }: Pick<ReplayedRecord, "tenant" | "id" | "at">,
  record: Row,
): ReplayedRecord => ({
  entity,
  tenant,
  id,
  status: "",
  version: 0,
  data: { ...record, [entity.key]: id },
  events: [],
  entries: [],
  held: [],
  counts: [],
  at,
  changedAt: at,
});

/**
 * Replays one step and returns the events that it cascades to on other records. The caller replays those.
 *
 * @throws Failure `transition` when the lifecycle has no such transition
 */
export function replayStep(replayed: ReplayedRecord, step: Step): CascadedEvent[] {
  const from = replayed.version === 0 ? undefined : replayed.status;
  const transition = chooseTransition(replayed, step);
  const { input, reason } = applyTransition(replayed, step, transition);
  const event: TransitionEvent = {
    entity: replayed.entity,
    transition,
    tenant: replayed.tenant,
    id: replayed.id,
    version: replayed.version,
    ...(from === undefined ? {} : { from }),
    record: replayed.data,
    input,
    ...(reason === undefined ? {} : { reason }),
    at: step.at,
  };
  const scope = createScope(replayed, step, input);
  const evaluation = { entity: replayed.entity, scope, lang: step.actor.lang };
  applyMoney(replayed, event, evaluation);
  replayed.events.push(createTimelineRow(event, step.actor, null));
  return listCascadedEvents(transition, evaluation);
}

const createScope = (replayed: ReplayedRecord, step: Step, input: Row = step.input): Scope =>
  buildEventScope(replayed.entity, { record: replayed.data, facts: step.facts, input, at: step.at });

function chooseTransition(replayed: ReplayedRecord, step: Step): TransitionPlan {
  const stored = replayed.version === 0 ? undefined : replayed;
  const matching = listMatchingTransitions(replayed.entity, step.event, stored, step.actor);
  return selectTransition(matching, createScope(replayed, step), replayed.status);
}

/**
 * Writes the step's input, the assigned values and the new state to the record. Returns the event's input and its
 * reason.
 */
function applyTransition(
  replayed: ReplayedRecord,
  step: Step,
  transition: TransitionPlan,
): { input: Row; reason?: string } {
  const { entity, data } = replayed;
  const from = replayed.version === 0 ? undefined : replayed.status;
  const accepted = new Set([...transition.needs, ...(transition.takes ?? [])]);
  const fields = new Set(entity.fields.map(({ name }) => name));
  for (const [name, value] of Object.entries(step.input))
    if (accepted.has(name) && fields.has(name)) data[name] = value;
  writeReason(entity, { transition, from, given: step.input["reason"] }, data);
  const given = readShortReason(transition, step.input["reason"]);
  const input = given === undefined ? step.input : { ...step.input, reason: given };
  // Assigned values may read the event's input, as in the real lifecycle.
  const assigned = computeAssignedValues(entity, transition.set, createScope(replayed, step, input), data);
  const lifecycle = assertPresent(entity.lifecycle, `the lifecycle of ${entity.name}`);
  Object.assign(data, assigned, findTargetState(lifecycle, transition));
  replayed.status = transition.to;
  replayed.version += 1;
  replayed.changedAt = step.at;
  const reason = given ?? readCodeSet(transition, data);
  return { input, ...(reason === undefined ? {} : { reason }) };
}

function applyMoney(replayed: ReplayedRecord, event: TransitionEvent, evaluation: Evaluation): void {
  const { transition, entity, at } = event;
  for (const { limit, period, amount } of transition.count) {
    replayed.counts.push({
      rule: formatLimitName(entity, limit, replayed.data),
      period: formatPeriod(period, at),
      step: formatPostingStep(event),
      amount: evaluateAmount(amount, evaluation).toString(),
      max: evaluateAmount(limit, evaluation).toString(),
    });
  }
  if (!transition.money) return;
  if ("reverse" in transition.money || "again" in transition.money)
    throw new Error("the demo history reverses and repeats no event");
  const lines: Line[] =
    "lines" in transition.money
      ? createLines(transition.money.lines, evaluation)
      : replayed.held
          .filter(({ amount }) => amount > 0n)
          .map(({ on, currency, source, amount }) => ({ from: on, to: source, currency, amount }));
  for (const line of lines) applyHold(replayed, line);
  if (lines.length > 0) replayed.entries.push(createEntry(event, lines));
  if ("release" in transition.money)
    replayed.counts.push(
      ...replayed.counts.map((count) => ({ ...count, step: formatPostingStep(event), amount: `-${count.amount}` })),
    );
}

function applyHold({ held }: ReplayedRecord, { from, to, currency, amount }: Line): void {
  if (isHolding(to)) {
    const known = held.find((item) => item.on === to && item.currency === currency && item.source === from);
    if (known) known.amount += amount;
    else held.push({ on: to, currency, source: from, amount });
  }
  let left = isHolding(from) ? amount : 0n;
  for (const item of held.filter((entry) => entry.on === from && entry.currency === currency)) {
    const part = item.amount < left ? item.amount : left;
    item.amount -= part;
    left -= part;
  }
}

/** Inserts the orders with their events and limits, and posts all entries in chronological order. */
export async function insertReplayed(
  { tx, seal }: { tx: Tx; seal: Seal | undefined },
  replayed: readonly ReplayedRecord[],
  others: readonly Entry[],
): Promise<void> {
  for (const entity of new Set(replayed.map((item) => item.entity))) {
    const own = replayed.filter((item) => item.entity === entity);
    const rows = own.map(({ tenant, id, status, version, data, at, changedAt }) => ({
      tenant,
      id,
      status,
      version,
      row: data,
      at,
      changedAt,
    }));
    await createRecordStore(tx, { data: new Map() }).insertAll(entity, rows);
    await insertRows(tx, {
      table: "order_event",
      columns: TIMELINE_COLUMNS,
      rows: own.flatMap((item) => item.events),
    });
    const waiting = listFrozenStates(entity);
    for (const item of own)
      if (waiting.includes(item.status)) freeze(tx, seal, item, { event: "apply", at: item.changedAt });
    await insertRows(tx, {
      table: "limit_entry",
      columns: ["m", "rule", "period", "order_kind", "order_id", "step", "amount"],
      rows: own.flatMap(({ tenant, id, counts }) =>
        counts.map(({ rule, period, step, amount }) => [tenant, rule, period, entity.name, id, step, amount]),
      ),
    });
  }
  await insertCounters(tx, replayed);
  await postAll(
    tx,
    [...others, ...replayed.flatMap((item) => item.entries)].sort((a, b) => a.at - b.at),
  );
}

/** Inserts the limit counters as sums of the orders' entries. */
async function insertCounters(tx: Queries, replayed: readonly ReplayedRecord[]): Promise<void> {
  const sums = new Map<string, { row: string[]; used: Decimal; max: string }>();
  for (const { tenant, counts } of replayed) {
    for (const { rule, period, amount, max } of counts) {
      const key = JSON.stringify([tenant, rule, period]);
      const sum = sums.get(key) ?? { row: [tenant, rule, period], used: Decimal.of("0"), max };
      sums.set(key, { ...sum, used: sum.used.add(Decimal.of(amount)) });
    }
  }
  await insertRows(tx, {
    table: "limit_counter",
    columns: ["m", "rule", "period", "used", "max"],
    rows: [...sums.values()].map(({ row, used, max }) => [...row, used.toString(), max]),
  });
}
