/** Assigns an entry in suspense, with the approval of two operators: to a merchant, to an order, or to the house. */
import type { Row } from "@portolan/engine";
import { readText } from "../../core/body.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { fire } from "../../lifecycle/fire.ts";
import { load } from "../../lifecycle/store.ts";
import type { ConfirmedProposal, OperatorAction } from "../../operators/proposals.ts";
import { OperatorRefused } from "../../operators/refusal.ts";
import type { Queries, Tx } from "../../store/database.ts";
import { findDigits, fromMinor } from "../ledger/minor-units.ts";
import { solveEntry } from "./cases.ts";
import { bookFor } from "./deposits.ts";
import { fireEntry, listAnswers, offsetEntry, settleEntry } from "./entries.ts";
import { HOUSE } from "./model.ts";
import { findProof, toLineMinor, type Proof } from "./proofs.ts";
import { findOutgoing, type OutgoingOrder } from "./references.ts";

export const ASSIGN_ACTION = "statement.assign";
/** Inputs of events for what a bank deducted from money that came back. */
const CHARGES = ["charge", "correspondentCharge"];

/**
 * Returns the operation that assigns an entry. To a merchant: a credit becomes a deposit, of the given announcement if
 * there is one. To an outgoing order: the entry proves its transaction, or causes the event that posts it. To the house:
 * the entry is its income or cost, such as a bank's interest or charges.
 */
export function createAssignAction(context: LifecycleContext): OperatorAction {
  const entity = context.schemas.entity("bankStatementLine");
  const find = (db: Queries, body: Row) => load(db, entity, HOUSE, readText(body, "line"));
  return {
    async readVersion(db, _tenant, body) {
      const line = await find(db, body);
      const { order } = body;
      const outgoing = typeof order === "string" ? await findOutgoing(db, order, context.schemas) : undefined;
      return line ? [`${line.status}#${line.version}`, outgoing?.status ?? []].flat().join(" ") : "";
    },
    async run(tx, proposal) {
      const { tenant, body, confirmedBy } = proposal;
      const line = await find(tx, body);
      if (!line) throw new Error(`no entry ${readText(body, "line")}`);
      const settled = { line: line.data, event: "assign", operator: confirmedBy } as const;
      if (body["house"] === true) {
        await fireEntry(tx, line.data, { event: "keep", by: `operator:${confirmedBy}` }, context);
        await solveEntry(tx, line.id, { resolution: "fee", operator: confirmedBy }, context);
        return `${line.id} ${HOUSE}`;
      }
      const { order } = body;
      const outgoing = typeof order === "string" ? await findOutgoing(tx, order, context.schemas) : undefined;
      if (outgoing) {
        const proof = await bookOutgoing(tx, line.data, outgoing, { proposal, context });
        if (proof) await settleEntry(tx, { ...settled, proofs: [proof] }, context);
        return `${line.id} ${outgoing.m} ${outgoing.kind} ${outgoing.order}`;
      }
      if (toLineMinor(line.data, entity.minorUnits) < 0n) throw new OperatorRefused("debit", line.id);
      const proofs = await bookFor(tx, line.data, { m: tenant, ...(typeof order === "string" && { order }) }, context);
      await settleEntry(tx, { ...settled, proofs }, context);
      return `${line.id} ${tenant} ${proofs.map(({ kind, order: number }) => `${kind} ${number}`).join(", ")}`;
    },
  };
}

/**
 * Returns the transaction of an outgoing order that an entry proves. If there is none, fires the event by which the
 * order books the entry. Returns undefined when the event booked nothing at the bank, and the entry offset an earlier
 * one instead: the bank sent the money and gave it back before the order was answered.
 *
 * @throws OperatorRefused when no event of the order books the entry in its state, the event needs a reason, or it books
 * another amount
 */
async function bookOutgoing(
  tx: Tx,
  line: Row,
  order: OutgoingOrder,
  { proposal, context }: { proposal: ConfirmedProposal; context: LifecycleContext },
): Promise<Proof | undefined> {
  const { schemas } = context;
  const known = await findProof(tx, line, schemas, order);
  if (known) return known;
  const { entity, m: tenant, order: id } = order;
  const minor = toLineMinor(line, schemas.entity("bankStatementLine").minorUnits);
  const [transition] = listAnswers(order, minor);
  if (!transition) throw new OperatorRefused("noEvent", `${id} ${order.status}`);
  const reason = proposal.body["reason"] ?? line["returnReason"];
  if (transition.needs.includes("reason") && reason === undefined) throw new OperatorRefused("noReason", transition.on);
  const { takes = [] } = transition;
  const missing = minor > 0n ? (await readPaid(tx, order, String(line["currency"]))) - minor : 0n;
  const charge = fromMinor(missing, findDigits(String(line["currency"]), entity.minorUnits));
  const input = {
    ...(minor > 0n ? { reason } : { reference: line["reference"], uetr: line["uetr"] }),
    ...(missing > 0n &&
      Object.fromEntries(CHARGES.filter((name) => takes.includes(name)).map((name) => [name, charge]))),
  };
  const actor = createSystemActor("provider", tenant, `${proposal.id}/${transition.on}`);
  await fire(tx, { entity, id, event: transition.on, actor, input }, context);
  const proof = await findProof(tx, line, schemas, order);
  if (proof || (await offsetEntry(tx, line, context))) return proof;
  throw new OperatorRefused("otherAmount", `${id} ${transition.on}`);
}

/** Returns what an order has sent from the bank and not taken back, in minor units. */
async function readPaid(tx: Queries, { m: tenant, kind, order }: OutgoingOrder, currency: string): Promise<bigint> {
  const [row] = await tx.query<{ sum: string }>(
    `SELECT coalesce(sum(p.amount), 0) AS sum FROM ledger_txn t JOIN ledger_posting p ON p.m = t.m AND p.txn_id = t.id
      WHERE t.m = $1 AND t.order_kind = $2 AND t.order_id = $3 AND p.name = 'nostro' AND p.currency = $4`,
    [tenant, kind, order, currency],
  );
  return BigInt(row?.sum ?? 0);
}
