/** Matches incoming money with announced deposits. Money without an announcement becomes a separate order. */
import { toColumnName, Decimal, getTableName, type Entity, type Row } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { create } from "../../lifecycle/create.ts";
import { fire } from "../../lifecycle/fire.ts";
import type { Tx } from "../../store/database.ts";

/** Money that was sent to a merchant. `order`: number of the announcement that it belongs to, if known. */
export interface Receipt {
  tenant: string;
  currency: string;
  amount: string;
  remitter: string;
  order?: string;
}

/** The receiving bank's information about an order's part of the money. */
export interface ReceivingBank {
  /** Returns the bank's reference. Called once per order. */
  reference(): string;
  /**
   * Returns how much of an order's amount arrived, which is less than the amount if an intermediary bank deducted a
   * charge.
   */
  arrived(entity: Entity, order: Row): string;
}

/**
 * Records received money through the lifecycle and returns the numbers of its orders. The money is assigned to the
 * given announcement, else to the oldest open one with the same currency and amount (preferably from that remitter),
 * else to that remitter's open announcement in the currency with the nearest amount. Otherwise it creates an order. Any
 * excess over the announced amount creates a second order, because an order never receives more than its amount.
 *
 * @throws Failure `notFound` when the given order is not open, or has another currency
 */
export async function matchReceipt(
  tx: Tx,
  receipt: Receipt,
  bank: ReceivingBank,
  context: LifecycleContext,
): Promise<string[]> {
  const entity = context.schemas.entity("recharge");
  const match = await findAnnounced(tx, entity, receipt);
  if (!match) return [await createOrder(tx, { entity, receipt, bank }, context)];
  const expected = String(match.data["amount"]);
  const surplus = Decimal.of(receipt.amount).sub(Decimal.of(expected));
  const sent = surplus.cmp(0n) > 0 ? expected : receipt.amount;
  const input = { actualAmount: bank.arrived(entity, { ...match.data, amount: sent }), reference: bank.reference() };
  await fire(
    tx,
    {
      entity,
      id: match.id,
      event: "received",
      actor: createSystemActor("provider", receipt.tenant, "operator"),
      input,
    },
    context,
  );
  if (surplus.cmp(0n) <= 0) return [match.id];
  const rest = { ...receipt, amount: surplus.toString(), remitter: String(match.data["remitterName"]) };
  return [match.id, await createOrder(tx, { entity, receipt: rest, bank, overpaymentOf: match.id }, context)];
}

async function createOrder(
  tx: Tx,
  {
    entity,
    receipt: { tenant, currency, amount, remitter },
    bank,
    overpaymentOf,
  }: { entity: Entity; receipt: Receipt; bank: ReceivingBank; overpaymentOf?: string },
  context: LifecycleContext,
): Promise<string> {
  const own: Row = { remitterName: remitter, currency, amount, ...(overpaymentOf ? { overpaymentOf } : {}) };
  // Values that are not fields of the order are passed only to the event.
  const input = { ...own, actualAmount: bank.arrived(entity, own), reference: bank.reference() };
  const record = await create(
    tx,
    { entity, input, actor: createSystemActor("provider", tenant, "operator"), event: "received" },
    context,
  );
  return String(record[entity.key]);
}

/**
 * Finds the open announcement that the money belongs to, or undefined if there is none.
 *
 * @throws Failure `notFound` when the given order is not an open announcement in the money's currency
 */
async function findAnnounced(
  tx: Tx,
  entity: Entity,
  { tenant, currency, amount, remitter, order }: Receipt,
): Promise<{ id: string; data: Row } | undefined> {
  const rows = await tx.query(
    `SELECT id, data FROM ${getTableName(entity)} WHERE m = $1 AND status = 'pending' AND ${toColumnName("currency")} = $2 ORDER BY created_at, id`,
    [tenant, currency],
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
