import { recordCurrency, type Entity, type Row } from "../../../src/engine/index.ts";
import type { FactLoader } from "../../lifecycle/context.ts";
import type { Queries } from "../../store/database.ts";
import { limitRule, periodOf } from "../ledger/limits.ts";
import { readTerms } from "./terms.ts";

/** Loads the merchant's terms for this product and currency that are in force now; empty when none are set. */
export const channel: FactLoader = async ({ db, schemas, clock, actor, entity, record }) => {
  const terms = schemas.entity("channel");
  const currency = recordCurrency(entity, record);
  if (!currency) return undefined;
  const [inForce, used] = await Promise.all([
    readTerms(db, terms, actor.tenant, entity.name, clock.now()),
    readMonthUsed(db, actor.tenant, entity, record, clock.now()),
  ]);
  const found = inForce.get(currency);
  // Terms that are not set are a fact, too: rules can name it.
  if (!found) return {};
  return { ...found, monthUsed: used };
};

/** Reads what this month's orders have counted against the channel's monthly limit. */
async function readMonthUsed(db: Queries, m: string, entity: Entity, record: Row, now: number): Promise<string> {
  const counts = entity.lifecycle?.transitions.flatMap((transition) => transition.count) ?? [];
  const count = counts.find(({ period, limit }) => period === "month" && limit.reads.includes("channel.monthlyMax"));
  if (!count) return "0";
  const [row] = await db.query("SELECT used FROM limit_counter WHERE m = $1 AND rule = $2 AND period = $3", [
    m,
    limitRule(entity, count.limit, record),
    periodOf(count.period, now),
  ]);
  return row?.used ?? "0";
}
