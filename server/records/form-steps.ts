/**
 * Forms whose steps are posted one by one: what an earlier step's call took is kept for its user, and the record is made of it only while it
 * still says the same. A last step that leaves the earlier ones' fields out gets them from there.
 */
import type { Entity, Row } from "../../src/engine/index.ts";
import { Failure } from "../core/failure.ts";
import { openRow, sealRow } from "../core/sealed-record.ts";
import type { Queries } from "../store/database.ts";
import type { CallRequest, Handler } from "../http/handler.ts";

/** How long a step waits for the next one, in milliseconds of real time: as long as an idle form may stand open, and a while to look things up. */
const KEPT_MS = 60 * 60_000;

/** The table of steps that wait for their next. */
export const stepTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS form_step (
    user_id text NOT NULL, entity text NOT NULL, call text NOT NULL, body json NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (user_id, entity, call))`,
];

/** The handler of a step's own call; its request is checked by then. `step` in the answer names it. */
export function stepCall(entity: string, name: string): Handler {
  return async (call) => {
    const user = userOf(call);
    const body = sealRow(call.deps.seal, call.deps.schemas.entities.get(entity)!, placeOf(call), call.body);
    await call.deps.db.query(
      `INSERT INTO form_step (user_id, entity, call, body, at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, entity, call) DO UPDATE SET body = excluded.body, at = excluded.at`,
      [user, entity, name, JSON.stringify(body), new Date().toISOString()],
    );
    return { step: name };
  };
}

/**
 * The whole of what a form in steps says. Throws `stepMissing` when an earlier step was never posted, was posted too long ago, or said
 * something else. What was kept is used up.
 */
export async function withSteps(tx: Queries, call: CallRequest, entity: Entity, body: Row): Promise<Row> {
  let whole = body;
  for (const { call: name } of entity.form.steps ?? []) {
    if (!name) continue;
    const [kept] = await tx.query<{ body: Row; at: string }>(
      "DELETE FROM form_step WHERE user_id = $1 AND entity = $2 AND call = $3 RETURNING body, at",
      [userOf(call), entity.name, name],
    );
    if (!kept || Date.parse(kept.at) < Date.now() - KEPT_MS) throw new Failure("stepMissing");
    const said = openRow(call.deps.seal, entity, placeOf(call), kept.body);
    const other = Object.keys(said).some(
      (field) => body[field] !== undefined && JSON.stringify(body[field]) !== JSON.stringify(said[field]),
    );
    if (other) throw new Failure("stepMissing");
    whole = { ...said, ...whole };
  }
  return whole;
}

/** Where a step waits: its secrets are sealed for that place. */
const placeOf = (call: CallRequest) => ({ m: call.actor.merId, id: `step/${userOf(call)}` });
const userOf = ({ actor }: CallRequest): string => actor.userId ?? "";
