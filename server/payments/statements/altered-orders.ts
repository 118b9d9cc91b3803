/**
 * Stops an order whose money or party fields were changed outside of events: a case, and closed books. Two operators can
 * refuse such an order if it was never sent to a provider.
 */
import { getTableName, recordCurrency, type Row } from "@portolan/engine";
import { audit } from "../../audit/audit.ts";
import { readText } from "../../core/body.ts";
import { createSystemActor } from "../../lifecycle/clock-events.ts";
import type { LifecycleContext } from "../../lifecycle/context.ts";
import { fire } from "../../lifecycle/fire.ts";
import { assertFrozen, OrderAltered, type FrozenOrder } from "../../lifecycle/frozen.ts";
import { load } from "../../lifecycle/store.ts";
import type { JobHandler } from "../../jobs/worker.ts";
import type { OperatorAction } from "../../operators/proposals.ts";
import type { Database, Queries } from "../../store/database.ts";
import { closeBooks } from "../ledger/book-state.ts";
import { raiseCase, solveCase, type CaseContext } from "./cases.ts";
import { HOUSE } from "./model.ts";

/** Name of the operation that refuses an altered order. */
export const REFUSE_ACTION = "order.refuse";
/** Reason of the refusal, in the schema's list of reasons. */
const REASON = "XN06";

/** Returns the subject of the case of an altered order. */
export const describeAltered = ({ tenant, kind, id }: OrderAltered["order"]): string => `${tenant}/${kind}/${id}`;

/**
 * Opens the case of an altered order. Also closes the merchant's books when no event explains the difference. Does
 * nothing when the order has a case, open or solved.
 */
export async function stopAlteredOrder(
  db: Database,
  context: CaseContext,
  { order, isExplained }: OrderAltered,
): Promise<void> {
  const { tenant, kind, id } = order;
  const entity = context.schemas.entities.get(kind);
  if (!entity) throw new Error(`no entity ${kind}`);
  await db.tx(async (tx) => {
    const stored = await load(tx, entity, tenant, id);
    const currency = (stored && recordCurrency(entity, stored.data)) ?? "CNY";
    if (!(await raiseCase(tx, { kind: "altered", subject: describeAltered(order), currency }, context))) return;
    if (!isExplained) {
      const finding = { rule: "orders keep their money and parties", where: tenant, detail: `${kind}/${id}` };
      await closeBooks(tx, tenant, [finding], Date.now());
    }
    await audit(tx, {
      tenant,
      at: context.clock.now(),
      actor: "system",
      action: "order.altered",
      object: `${kind}/${id}`,
      detail: { explained: isExplained },
    });
  });
}

/** Wraps the handler of a job, so that an altered order is stopped and its job waits. */
export const stopAltered =
  (context: CaseContext, handler: JobHandler): JobHandler =>
  (job, tools) =>
    handler(job, tools).catch(async (error: unknown) => {
      if (error instanceof OrderAltered) await stopAlteredOrder(tools.db, context, error);
      throw error;
    });

/** Returns the merchant and the order of an open case of an altered order; undefined for any other case. */
export async function findAltered(
  db: Queries,
  { schemas }: Pick<CaseContext, "schemas">,
  id: string,
): Promise<OrderAltered["order"] | undefined> {
  const [row] = await db.query(
    `SELECT data FROM ${getTableName(schemas.entity("case"))} WHERE m = $1 AND id = $2 AND status = 'open' AND f_kind = 'altered'`,
    [HOUSE, id],
  );
  const [tenant, kind, order] = String(row?.data["subject"] ?? "").split("/");
  return tenant && kind && order ? { tenant, kind, id: order } : undefined;
}

/**
 * Returns the operation that refuses an altered order by the `refused` event of its lifecycle, which releases what it
 * holds, and solves its case.
 */
export function createRefuseAction(context: LifecycleContext): OperatorAction {
  const find = async (db: Queries, body: Row): Promise<FrozenOrder | undefined> => {
    const order = await findAltered(db, context, readText(body, "case"));
    const entity = order && context.schemas.entities.get(order.kind);
    const stored = entity && (await load(db, entity, order.tenant, order.id));
    return stored && { entity, tenant: order.tenant, ...stored };
  };
  return {
    async readVersion(db, _tenant, body) {
      const order = await find(db, body);
      return order ? `${order.id}#${order.version}` : "";
    },
    async run(tx, { body, confirmedBy }) {
      const order = await find(tx, body);
      if (!order) throw new Error(`no open case ${readText(body, "case")} of an altered order`);
      const { entity, tenant, id } = order;
      const isAltered = await assertFrozen(tx, context.seal, order).then(
        () => false,
        (error: unknown) => {
          if (error instanceof OrderAltered) return true;
          throw error;
        },
      );
      if (!isAltered) throw new Error(`${id} has the values that were approved: it goes on by itself`);
      if (await isSent(tx, order)) throw new Error(`${id} was sent to its provider, which decides on it`);
      const actor = createSystemActor("provider", tenant, `operator:${confirmedBy}`);
      const after = await fire(tx, { entity, id, event: "refused", actor, input: { reason: REASON } }, context);
      const status = String(after[entity.lifecycle?.field ?? ""]);
      const solution = { id: readText(body, "case"), resolution: `${id} ${status}`, operator: confirmedBy };
      await solveCase(tx, solution, context);
      return `${id} ${status}`;
    },
  };
}

/** Returns whether a provider or an operator at the desk may have received the order. */
async function isSent(db: Queries, { entity, tenant, id }: FrozenOrder): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM provider_ask WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND state <> 'new'
      UNION ALL SELECT 1 FROM desk_task WHERE m = $1 AND order_kind = $2 AND order_id = $3`,
    [tenant, entity.name, id],
  );
  return rows.length > 0;
}
