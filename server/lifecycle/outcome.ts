/** How a record ended that did not succeed: why, and what became of its money. */
import type { Entity, Lang, Row } from "../../src/engine/index.ts";
import type { Queries } from "../store/database.ts";
import { moneySaid } from "../payments/effects/say-money.ts";

/** `money`: a sentence in the reader's language, from the ledger's lines of the event that ended it. */
export interface Outcome {
  why?: string;
  money?: string;
}

/** Whether a state is an end that is no success. */
export const hasFailed = ({ lifecycle }: Entity, status: string): boolean =>
  lifecycle?.states.some(({ name, final, tone }) => name === status && final && tone !== "success") === true;

/** Why a record ended and where its money is; nothing while it goes on or has succeeded. `record`: with its reason in the reader's language. */
export async function outcomeOf(
  db: Queries,
  entity: Entity,
  m: string,
  id: string,
  status: string,
  record: Row,
  lang: Lang,
): Promise<Outcome | undefined> {
  if (!hasFailed(entity, status)) return undefined;
  const [last] = await db.query<{ event: string; seq: number }>(
    `SELECT event, seq FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND "to" = $4 AND ("from" IS NULL OR "from" <> "to") ORDER BY seq DESC LIMIT 1`,
    [m, entity.name, id, status],
  );
  const said = last && (await moneySaid(db, m, entity, id, `${last.event}#${last.seq}`, record));
  const why = record["reason"];
  return { ...(typeof why === "string" && why !== "" ? { why } : {}), ...(said ? { money: said[lang] } : {}) };
}
