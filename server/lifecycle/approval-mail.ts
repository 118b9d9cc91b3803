/**
 * Emails about several records that await approval: those that follow another within minutes, and those of a file. Each
 * states their number and total.
 */
import { enqueue } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/worker.ts";
import { uuidv7 } from "../core/uuid.ts";
import type { Tx } from "../store/database.ts";
import type { LifecycleContext } from "./context.ts";
import { composeDigest, listWaiting, scheduleDigest } from "./digest-mail.ts";

/** Name of the job that emails the approvers of an entity's records. */
export const APPROVALS_JOB = "message.approvals";

/** `dedupe`: key by which several requests become one email. `file`: number of an imported file, whose records are the only
 * ones to state. */
interface Request {
  tenant: string;
  entity: string;
  dedupe: string;
  runAt: number;
  file?: string | undefined;
}

/** Enqueues an email to each user who may then approve records of the entity. */
export const scheduleApprovals = (tx: Pick<Tx, "write">, { tenant, entity, dedupe, runAt, file }: Request): void =>
  enqueue(tx, { kind: APPROVALS_JOB, dedupe: `approvals/${dedupe}`, tenant, runAt, payload: { entity, file } });

/**
 * Returns the handler that emails the users who may approve waiting records of an entity, or schedules a summary for
 * those who receive summaries. Sends nothing to a user for whom nothing waits any more.
 */
export const sendApprovals =
  ({ schemas, clock }: LifecycleContext): JobHandler =>
  async ({ tenant, payload }, { db, finish }) => {
    const entity = schemas.entities.get(String(payload["entity"]));
    if (!entity) throw new Error(`no entity ${String(payload["entity"])}`);
    const file = typeof payload["file"] === "string" ? payload["file"] : undefined;
    const [now, { languages, zone }] = [clock.now(), schemas.dialect];
    await db.tx(async (tx) => {
      const users = await tx.query(
        "SELECT id, username, grants, digest FROM portal_user WHERE m = $1 AND state = 'active' ORDER BY id",
        [tenant],
      );
      for (const user of users) {
        const waiting = await listWaiting(tx, [entity], { tenant, user, file });
        if (waiting.length === 0) continue;
        if (user.digest) {
          scheduleDigest(tx, { tenant, userId: user.id, digest: user.digest }, { now, zone });
          continue;
        }
        const mail = composeDigest(waiting, { count: 0, titles: [] }, languages, { why: "approve.several", file });
        tx.send(
          "INSERT INTO outbox (id, m, channel, target, subject, body, at) VALUES ($1, $2, 'mail', $3, $4, $5, $6)",
          [uuidv7(now), tenant, user.username, mail.subject, mail.body, new Date(now).toISOString()],
        );
      }
      await finish(tx);
    });
  };
