/** What an event leaves behind besides the record and its money: timeline, jobs, notification, audit. */
import type { Actor } from "../actor.ts";
import { enqueue } from "../jobs/queue.ts";
import { uuidv7 } from "../ledger/uuid.ts";
import type { Queries } from "../store/database.ts";
import { audit } from "./audit.ts";
import { stepOf, type Happening } from "./context.ts";
import { durationMs } from "./duration.ts";
import type { Review } from "./guard.ts";

/** Name of the job that fires the clock's own events. */
export const CLOCK_JOB = "lifecycle.clock";

/** Writes the traces of one event. */
export async function leaveTraces(tx: Queries, happening: Happening, actor: Actor, review: Review): Promise<void> {
  await timelineEntry(tx, happening, actor);
  await jobs(tx, happening);
  if (happening.transition.notify) await notify(tx, happening);
  const { entity, transition, m, id, at, from, version } = happening;
  await audit(tx, {
    m, at, actor: actor.userId ?? actor.by, action: `${entity.name}.${transition.on}`, object: `${entity.name}/${id}`, ip: actor.ip, traceId: actor.traceId,
    detail: { from: from ?? null, to: transition.to, version, ...(review === "sole" ? { soleReviewer: true } : {}) },
  });
}

async function timelineEntry(tx: Queries, { m, entity, id, version, transition, from, reason, at }: Happening, actor: Actor): Promise<void> {
  await tx.query(
    `INSERT INTO order_event (m, order_kind, order_id, seq, event, "from", "to", by, user_id, username, reason, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [m, entity.name, id, version, transition.on, from ?? null, transition.to, actor.by, actor.userId ?? null, actor.username ?? null, reason ?? null, new Date(at).toISOString()]);
}

/** The transition's own job, and the clock's events that are due after some time in the new state. */
async function jobs(tx: Queries, happening: Happening): Promise<void> {
  const { m, entity, id, version, transition, at } = happening;
  const payload = { entity: entity.name, id, version };
  const about = `${m}/${entity.name}/${id}/${stepOf(happening)}`;
  if (transition.job) await enqueue(tx, { kind: transition.job, dedupe: `${about}/${transition.job}`, m, runAt: at, payload });
  for (const next of entity.lifecycle!.transitions) {
    if (next.by !== "clock" || !next.after || !next.from.includes(transition.to)) continue;
    await enqueue(tx, { kind: CLOCK_JOB, dedupe: `${about}/${next.on}`, m, runAt: at + durationMs(next.after), payload: { ...payload, event: next.on } });
  }
}

/** A notice to the person who prepared the record, in the portal and by mail. */
async function notify(tx: Queries, { m, entity, id, transition, reason, at }: Happening): Promise<void> {
  const when = new Date(at).toISOString();
  const [maker] = await tx.query(`SELECT user_id, username FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND "from" IS NULL ORDER BY seq LIMIT 1`,
    [m, entity.name, id]);
  await tx.query(`INSERT INTO notification (m, id, user_id, order_kind, order_id, event, "to", reason, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [m, uuidv7(at), maker?.user_id ?? null, entity.name, id, transition.on, transition.to, reason ?? null, when]);
  if (!maker?.username) return;
  const line = (lang: "zh" | "en") => `${entity.text("label", lang)} ${id}: ${entity.text(`state.${transition.to}`, lang)}`;
  await tx.query("INSERT INTO outbox (id, m, channel, target, subject, body, at) VALUES ($1, $2, 'mail', $3, $4, $5, $6)",
    [uuidv7(at), m, maker.username, `${line("zh")} / ${line("en")}`, [line("zh"), line("en"), ...(reason ? [reason] : [])].join("\n"), when]);
}
