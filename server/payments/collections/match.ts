/** Money comes in from outside: it is matched with what was announced, or becomes an order of its own. */
import { columnName, Decimal, tableOf, type Entity, type Row } from "../../../src/engine/index.ts";
import { machine } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import { Failure } from "../../core/failure.ts";
import type { Tx } from "../../store/database.ts";
import { endingOf } from "../../sandbox/ending.ts";
import { arriving } from "../../sandbox/providers/collection.ts";
import { bankReference } from "../../sandbox/reference.ts";

/** What the receiving bank sees. `order`: number of the announcement that it is for, where the postscript names one. */
export interface Arrival {
  m: string;
  currency: string;
  amount: string;
  remitter?: string;
  order?: string;
}

const UNKNOWN_REMITTER = "Sandbox Remitter Ltd";

/**
 * Books money in by the lifecycle; the numbers of its orders. It belongs to the named announcement, else to the oldest open one of the same
 * currency and amount (of that remitter, where several are), else to that
 * remitter's of the nearest amount; else it makes an order. What is more than was
 * announced opens a second order, because an order never receives more than its amount. Throws `notFound` for an order that is not open.
 */
export async function receive(tx: Tx, arrival: Arrival, context: LifecycleContext, now: number): Promise<string[]> {
  const entity = context.schemas.entities.get("recharge");
  if (!entity) throw new Error("no entity recharge");
  const bank = machine("provider", arrival.m, "operator");
  const match = await announced(tx, entity, arrival);
  if (!match) return [await surprise(tx, entity, arrival, context, now, {})];
  const expected = String(match.data["amount"]);
  const surplus = Decimal.of(arrival.amount).sub(Decimal.of(expected));
  const sent = surplus.cmp(0n) > 0 ? expected : arrival.amount;
  const actualAmount = arriving(sent, endingOf(entity, { ...match.data, amount: sent }));
  await fire(tx, entity, match.id, "received", bank, { actualAmount, reference: bankReference(now) }, context);
  if (surplus.cmp(0n) <= 0) return [match.id];
  const rest = { ...arrival, amount: surplus.toString(), remitter: String(match.data["remitterName"]) };
  return [match.id, await surprise(tx, entity, rest, context, now, { overpaymentOf: match.id })];
}

/** Money that nobody announced. */
async function surprise(
  tx: Tx,
  entity: Entity,
  arrival: Arrival,
  context: LifecycleContext,
  now: number,
  more: Row,
): Promise<string> {
  const { m, currency, amount, remitter = UNKNOWN_REMITTER } = arrival;
  const own = { remitterName: remitter, currency, amount, ...more };
  const input = { ...own, actualAmount: arriving(amount, endingOf(entity, own)), reference: bankReference(now) };
  const bank = machine("provider", m, "operator");
  // What the order itself does not keep is only the event's.
  const record = await create(tx, entity, input, bank, context, "received");
  return String(record[entity.key]);
}

async function announced(
  tx: Tx,
  entity: Entity,
  { m, currency, amount, remitter, order }: Arrival,
): Promise<{ id: string; data: Row } | undefined> {
  const rows = await tx.query<{ id: string; data: Row }>(
    `SELECT id, data FROM ${tableOf(entity)} WHERE m = $1 AND status = 'pending' AND ${columnName("currency")} = $2 ORDER BY created_at, id`,
    [m, currency],
  );
  if (order !== undefined) {
    const named = rows.find((row) => row.id === order);
    if (!named) throw new Failure("notFound");
    return named;
  }
  const same = rows.filter((row) => Decimal.of(String(row.data["amount"])).eq(Decimal.of(amount)));
  const theirs = (row: { data: Row }) => row.data["remitterName"] === remitter;
  const distance = (row: { data: Row }) => {
    const apart = Decimal.of(amount).sub(Decimal.of(String(row.data["amount"])));
    return apart.cmp(0n) < 0 ? apart.neg() : apart;
  };
  return same.find(theirs) ?? same[0] ?? rows.filter(theirs).toSorted((a, b) => distance(a).cmp(distance(b)))[0];
}
