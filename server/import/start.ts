/**
 * Accepts rows for import: stores new and refused ones as waiting, with the step-up that confirmed them, and enqueues
 * the job that creates the records, in one transaction.
 */
import { isUser } from "../core/actor.ts";
import { uuidv7 } from "../core/uuid.ts";
import { recordCurrency, type Entity, type Row } from "@portolan/engine";
import { Failure } from "../core/failure.ts";
import { enqueue } from "../jobs/queue.ts";
import { auditActor } from "../audit/audit.ts";
import { findOwnReview } from "../lifecycle/four-eyes.ts";
import { assertStepUp, guard } from "../lifecycle/guard.ts";
import { buildEventScope } from "../lifecycle/values.ts";
import { hasSecondFactor, type Strength } from "../session/step-up.ts";
import type { Tx } from "../store/database.ts";
import { createFactLoader } from "./check-rows.ts";
import type { Importer } from "./importer.ts";
import { IMPORT_JOB, type Submission } from "./run.ts";
import { computeDigest, describeWrong, type ImportRequest, type SentRow } from "./request.ts";
import { readStatus } from "./status.ts";
import { toSubmitter } from "./submitter.ts";

export interface ImportCall extends Importer {
  services: Importer["services"] & { notifyWorker?: () => void };
  idempotent(work: (tx: Tx) => Promise<Row>): Promise<Row>;
  consumeProof(tx: Tx): Promise<Strength | undefined>;
}

const CHUNK = 500;

/**
 * Starts the import of a file's rows and returns the file's status. Rows that are done or waiting are unchanged.
 * Refused rows are retried with the new content.
 *
 * @throws Failure `proofMissing`, `totpNeeded`, `soleAbove`, `proofWrong`, `notGranted`, `invalid`
 */
export async function startRows(
  call: ImportCall,
  entity: Entity,
  { fileHash, run, rows }: Pick<ImportRequest, "fileHash" | "run"> & { rows: readonly SentRow[] },
): Promise<Row> {
  const { actor, services } = call;
  const { lang } = actor;
  const { create } = entity.calls;
  if (create?.grant && !actor.grants.has(create.grant)) throw new Failure("notGranted");
  return call.idempotent(async (tx) => {
    const proved = await assertConfirmed(call, tx, entity);
    if (proved && !hasSecondFactor(proved)) await keepLimit(call, tx, entity, { rows, proved });
    const [last] = await tx.query(
      "SELECT max(run) AS run FROM import_row WHERE m = $1 AND entity = $2 AND file_hash = $3",
      [actor.tenant, entity.name, fileHash],
    );
    if (run > Number(last?.run ?? 0) + 1) throw describeWrong("run", "run", lang);
    const at = services.clock.now();
    const submission: Submission = {
      id: uuidv7(at),
      entity: entity.name,
      fileHash,
      run,
      ...toSubmitter(actor, proved),
    };
    let taken = 0;
    for (let from = 0; from < rows.length; from += CHUNK)
      taken += await put(tx, entity, { tenant: actor.tenant, at, submission }, rows.slice(from, from + CHUNK));
    if (taken > 0) {
      enqueue(tx, {
        kind: IMPORT_JOB,
        dedupe: `${IMPORT_JOB}/${submission.id}/0`,
        tenant: actor.tenant,
        runAt: at,
        payload: { ...submission, part: 0 },
      });
      await auditActor(tx, actor, {
        at,
        action: `${entity.name}.import`,
        object: `${entity.name}/${fileHash.slice(0, 16)}#${run}`,
        detail: { rows: taken },
      });
      if (services.notifyWorker) tx.afterCommit(services.notifyWorker);
    }
    return { batch: await readStatus(tx, actor, entity, { fileHash, run }) };
  });
}

/**
 * Consumes the proof and asserts that it is as strong as the creation of a single record requires.
 *
 * @throws Failure `proofMissing`, `totpNeeded`; `proofWrong` as `consumeProof`
 */
async function assertConfirmed(call: ImportCall, tx: Tx, { lifecycle }: Entity): Promise<Strength | undefined> {
  const need = lifecycle?.transitions.find((transition) => transition.from.length === 0 && isUser(transition))?.stepUp;
  const proved = await call.consumeProof(tx);
  assertStepUp(need, proved);
  return proved;
}

/**
 * Asserts that the rows of a tenant's only user can be reviewed without the second factor, because the job cannot ask
 * for it later.
 *
 * @throws Failure `totpNeeded`, `soleAbove`
 */
async function keepLimit(
  call: ImportCall,
  tx: Tx,
  entity: Entity,
  { rows, proved }: { rows: readonly SentRow[]; proved: Strength },
): Promise<void> {
  const { actor, services } = call;
  const created = entity.lifecycle?.transitions.find(
    (transition) => transition.from.length === 0 && isUser(transition),
  );
  const review = created && (await findOwnReview(tx, { entity, created, record: {} }, actor));
  if (!review) return;
  const factsFor = createFactLoader({ ...services, db: tx }, actor, entity);
  for (const { record } of rows) {
    const contexts = await factsFor(record);
    const { value } = entity.check(record, { lang: actor.lang, contexts, side: "server" });
    guard(review, {
      review: "lone",
      actor,
      proved,
      stepUps: services.schemas.dialect.stepUps,
      scope: buildEventScope(entity, { record: value, facts: contexts, input: {}, at: services.clock.now() }),
      currency: recordCurrency(entity, value),
    });
  }
}

/** Stores new and refused rows as waiting and returns their number. Rows that are done or waiting are skipped. */
async function put(
  tx: Tx,
  entity: Entity,
  { tenant, at, submission }: { tenant: string; at: number; submission: Submission },
  rows: readonly SentRow[],
): Promise<number> {
  const { id, fileHash, run } = submission;
  const params: unknown[] = [];
  const when = new Date(at).toISOString();
  const values = rows.map(({ line, record }) => {
    const cells = [
      tenant,
      entity.name,
      fileHash,
      run,
      line,
      id,
      computeDigest(entity, record),
      JSON.stringify(record),
      when,
    ];
    return `(${cells.map((cell) => `$${params.push(cell)}`).join(", ")}, 'waiting')`;
  });
  const taken = await tx.query(
    `INSERT INTO import_row (m, entity, file_hash, run, line, submission, digest, data, at, state) VALUES ${values.join(", ")}
     ON CONFLICT (m, entity, file_hash, run, line) DO UPDATE SET submission = excluded.submission, digest = excluded.digest, data = excluded.data, at = excluded.at, state = 'waiting', errors = NULL
     WHERE import_row.state = 'refused' RETURNING line`,
    params,
  );
  return taken.length;
}
