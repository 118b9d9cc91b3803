/** Creates the records of waiting rows, each in its own transaction, so that a refused row does not stop the others. */
import type { Entity, Lang, Row, Settings } from "@portolan/engine";
import { findUserWord, type Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { formatFailure } from "../core/failure-text.ts";
import { createRecord } from "../records/record-service.ts";
import type { JobHandler } from "../jobs/worker.ts";
import { enqueue } from "../jobs/queue.ts";
import type { LifecycleContext } from "../lifecycle/context.ts";
import { scheduleApprovals } from "../lifecycle/approval-mail.ts";
import { create } from "../lifecycle/create.ts";
import { DatabaseError, type Database, type Tx } from "../store/database.ts";
import { createActor, parseSubmitter, type Submitter } from "./submitter.ts";

export const IMPORT_JOB = "import.rows";
/** Number of rows per job. A full job enqueues the next one. */
const SLICE = 40;

/** Payload of the import job: the file, and the user who submitted its rows. */
export interface Submission extends Submitter {
  id: string;
  entity: string;
  fileHash: string;
  run: number;
}

/** Returns the number of an imported file, which its records store. A repeated run of the file has another. */
export const formatFileNo = ({ fileHash, run }: Pick<Submission, "fileHash" | "run">): string =>
  `FL${fileHash.slice(0, 12).toUpperCase()}-${run}`;

/** Parses the payload that `startRows` stored. */
const readPayload = (
  payload: Row,
  dialect: Pick<Settings, "languages" | "stepUps">,
): Submission & { part: number } => ({
  id: String(payload["id"]),
  entity: String(payload["entity"]),
  fileHash: String(payload["fileHash"]),
  run: Number(payload["run"]),
  part: Number(payload["part"]),
  ...parseSubmitter(payload, dialect),
});

/**
 * Returns the handler of the jobs that `startRows` enqueues. A retried job skips the rows that are done, so it creates
 * nothing twice.
 */
export function importRows(context: LifecycleContext): JobHandler {
  return async (job, { db, finish }) => {
    const { part, ...submission } = readPayload(job.payload, context.schemas.dialect);
    const entity = context.schemas.entities.get(submission.entity);
    if (!entity) throw new Error(`no entity ${submission.entity}`);
    const key = [job.tenant, entity.name, submission.fileHash, submission.run];
    const rows = await db.query(
      "SELECT line, data FROM import_row WHERE m = $1 AND entity = $2 AND file_hash = $3 AND run = $4 AND submission = $5 AND state = 'waiting' ORDER BY line LIMIT $6",
      [...key, submission.id, SLICE],
    );
    const actor = await createActor({ ...context, db }, findUserWord(context.schemas.dialect), job.tenant, submission);
    const fileNo = formatFileNo(submission);
    for (const { line, data } of rows) {
      await db
        .tx((tx) =>
          createFromRow(
            tx,
            entity,
            { key: [...key, line, submission.id], data, actor },
            { ...context, proved: submission.proved, facts: { file: { number: fileNo } } },
          ),
        )
        .catch((error: unknown) => refuse(db, [...key, line, submission.id], error, submission.lang));
    }
    await db.tx(async (tx) => {
      if (rows.length === SLICE)
        enqueue(tx, {
          kind: IMPORT_JOB,
          dedupe: `${IMPORT_JOB}/${submission.id}/${part + 1}`,
          tenant: job.tenant,
          runAt: context.clock.now(),
          payload: { ...submission, part: part + 1 },
        });
      else if (entity.lifecycle)
        scheduleApprovals(tx, {
          tenant: job.tenant,
          entity: entity.name,
          dedupe: submission.id,
          runAt: context.clock.now(),
          file: fileNo,
        });
      await finish(tx);
    });
  };
}

const ROW =
  "m = $1 AND entity = $2 AND file_hash = $3 AND run = $4 AND line = $5 AND submission = $6 AND state = 'waiting'";

/**
 * Creates the record of one row and marks the row as done, in one transaction, so that a concurrent job does not find
 * it waiting.
 */
async function createFromRow(
  tx: Tx,
  entity: Entity,
  { key, data, actor }: { key: readonly unknown[]; data: Row; actor: Actor | undefined },
  context: LifecycleContext,
): Promise<void> {
  const claimed = await tx.query(`UPDATE import_row SET state = 'done' WHERE ${ROW} RETURNING line`, key);
  if (claimed.length === 0) return;
  if (!actor) throw new Failure("userDisabled");
  const record = entity.lifecycle
    ? await create(tx, { entity, input: data, actor, event: entity.calls.create?.events[0] }, context)
    : await createRecord(tx, { actor, services: context }, entity, data);
  await tx.query(
    "UPDATE import_row SET record_id = $6 WHERE m = $1 AND entity = $2 AND file_hash = $3 AND run = $4 AND line = $5",
    [...key.slice(0, 5), record[entity.key]],
  );
}

/**
 * Stores a failure as the row's result.
 *
 * @throws any other error, such as a lost connection, so that the job is retried
 */
async function refuse(db: Database, key: readonly unknown[], error: unknown, lang: Lang): Promise<void> {
  if (error instanceof DatabaseError || !(error instanceof Failure)) throw error;
  const { failure, params, errors } = error;
  const why =
    errors.length > 0
      ? { errors: errors.map(({ at, code, message }) => ({ at, code, message })) }
      : { message: formatFailure(failure, lang, params) };
  await db.query(`UPDATE import_row SET state = 'refused', errors = $7 WHERE ${ROW}`, [...key, JSON.stringify(why)]);
}
