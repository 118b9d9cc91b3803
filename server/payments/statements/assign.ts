/** Assigns money in suspense to its merchant, with the approval of two operators. */
import type { Row } from "../../../src/engine/index.ts";
import { readText } from "../../core/body.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { fire } from "../../lifecycle/fire.ts";
import { load } from "../../lifecycle/store.ts";
import type { OperatorAction } from "../../operators/proposals.ts";
import type { Queries } from "../../store/database.ts";
import { solveUnclaimed } from "./cases.ts";
import { bookFor } from "./deposits.ts";
import { HOUSE } from "./model.ts";
import { recordProofs, type Proof } from "./proofs.ts";

export const ASSIGN_ACTION = "statement.assign";

/**
 * Returns the operation that moves a credit from suspense to a deposit of the merchant. If an announcement is given,
 * the deposit is matched with it.
 */
export function createAssignAction(context: LifecycleContext): OperatorAction {
  const entity = context.schemas.entity("bankStatementLine");
  const find = (db: Queries, body: Row) => load(db, entity, HOUSE, readText(body, "line"));
  return {
    async readVersion(db, _tenant, body) {
      const line = await find(db, body);
      return line ? `${line.status}#${line.version}` : "";
    },
    async run(tx, { tenant, body, confirmedBy }) {
      const line = await find(tx, body);
      if (!line) throw new Error(`no entry ${readText(body, "line")}`);
      const { order } = body;
      const proofs = await bookFor(tx, line.data, { m: tenant, ...(typeof order === "string" && { order }) }, context);
      const orders = proofs.map(({ kind, order: number }) => `${kind} ${number}`).join(", ");
      const actor = createSystemActor("provider", HOUSE, `operator:${confirmedBy}`);
      await fire(tx, { entity, id: line.id, event: "assign", actor, input: { order: orders } }, context);
      const left = await tx.query<Proof>(
        "SELECT m, id FROM ledger_txn WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND kind = 'assign'",
        [HOUSE, entity.name, line.id],
      );
      await recordProofs(tx, line.data, [...proofs, ...left]);
      await solveUnclaimed(tx, line.id, { resolution: orders, operator: confirmedBy }, context);
      return `${line.id} ${tenant} ${orders}`;
    },
  };
}
