/**
 * Forms whose steps are posted separately. The body of each step is stored for its user until the last step creates the
 * record. Fields missing in the last step are taken from the earlier steps.
 */
import type { RowsOf } from "../store/sql-types.ts";
import type { Entity, Row } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { openRow, sealRow } from "../core/sealed-record.ts";
import type { Queries } from "../store/database.ts";
import type { RecordServices } from "./services.ts";

/**
 * Time to live of a step in milliseconds of real time: the idle timeout of a form, plus time for the user to look
 * things up.
 */
const KEPT_MS = 60 * 60_000;

export const stepTables = [
  `CREATE TABLE IF NOT EXISTS form_step (
    user_id text NOT NULL, entity text NOT NULL, call text NOT NULL, body json NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (user_id, entity, call))`,
] as const;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<typeof stepTables, { form_step: { body: Row } }> {}
}

/** The user who posts the steps, and the seal for their secrets. */
export interface StepWriter {
  actor: Pick<Actor, "tenant" | "userId">;
  services: Pick<RecordServices, "seal">;
}

/**
 * Stores the validated body of a step, replacing the user's earlier one. `name` is the call that the step is posted to.
 */
export async function storeStep(
  db: Queries,
  writer: StepWriter,
  entity: Entity,
  { name, body }: { name: string; body: Row },
): Promise<void> {
  await db.query(
    `INSERT INTO form_step (user_id, entity, call, body, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, entity, call) DO UPDATE SET body = excluded.body, at = excluded.at`,
    [
      readUserId(writer),
      entity.name,
      name,
      JSON.stringify(sealRow(writer.services.seal, { entity, ...locateSteps(writer) }, body)),
      new Date().toISOString(),
    ],
  );
}

/**
 * Returns the body completed with all earlier steps, and deletes the stored steps.
 *
 * @throws Failure `stepMissing` when an earlier step was never posted, has expired, or contradicts the body
 */
export async function mergeFormSteps(tx: Queries, writer: StepWriter, entity: Entity, body: Row): Promise<Row> {
  let whole = body;
  for (const { call: name } of entity.form.steps ?? []) {
    if (!name) continue;
    const [kept] = await tx.query(
      "DELETE FROM form_step WHERE user_id = $1 AND entity = $2 AND call = $3 RETURNING body, at",
      [readUserId(writer), entity.name, name],
    );
    if (!kept || Date.parse(kept.at) < Date.now() - KEPT_MS) throw new Failure("stepMissing");
    const stored = openRow(writer.services.seal, { entity, ...locateSteps(writer) }, kept.body);
    const differs = Object.keys(stored).some(
      (field) => body[field] !== undefined && JSON.stringify(body[field]) !== JSON.stringify(stored[field]),
    );
    if (differs) throw new Failure("stepMissing");
    whole = { ...stored, ...whole };
  }
  return whole;
}

/** Returns the tenant and the id to which the sealed secrets of a step are bound. */
const locateSteps = (writer: StepWriter) => ({ tenant: writer.actor.tenant, id: `step/${readUserId(writer)}` });
const readUserId = ({ actor }: StepWriter): string => actor.userId ?? "";
