/** What an event leaves behind besides the record and its money: timeline, jobs, notification, audit. */
import { evaluate, leadsOn, type Expression, type Lang, type Row } from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { enqueue } from "../jobs/queue.ts";
import { uuidv7 } from "../core/uuid.ts";
import type { Tx } from "../store/database.ts";
import { audit } from "../audit/audit.ts";
import { stepOf, type Happening } from "./context.ts";
import { durationMs } from "./duration.ts";
import { moneySaid } from "../payments/effects/say-money.ts";
import { hasFailed } from "./outcome.ts";
import { reasonText } from "./reasons.ts";
import { ownScope } from "./values.ts";
import type { Review } from "./guard.ts";

/** Name of the job that fires the clock's own events. */
export const CLOCK_JOB = "lifecycle.clock";

/** Writes the traces of one event; whether a job is due at once. */
export async function leaveTraces(
  tx: Tx,
  happening: Happening,
  actor: Actor,
  review: Review,
  codes: (lang: Lang) => readonly Row[],
): Promise<boolean> {
  timelineEntry(tx, happening, actor);
  const due = jobs(tx, happening);
  if (happening.transition.notify) await notify(tx, happening, codes);
  const { entity, transition, m, id, at, from, version } = happening;
  await audit(tx, {
    m,
    at,
    actor: actor.userId ?? actor.by,
    action: `${entity.name}.${transition.on}`,
    object: `${entity.name}/${id}`,
    ip: actor.ip,
    traceId: actor.traceId,
    detail: {
      from: from ?? null,
      to: transition.to,
      version,
      ...(review === "sole" || review === "lone" ? { sole: true } : {}),
      ...(happening.certified ? { userStatus: happening.certified } : {}),
    },
  });
  return due;
}

function timelineEntry(
  tx: Tx,
  { m, entity, id, version, transition, from, reason, at }: Happening,
  actor: Actor,
): void {
  tx.send(
    `INSERT INTO order_event (m, order_kind, order_id, seq, event, "from", "to", by, user_id, username, reason, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      m,
      entity.name,
      id,
      version,
      transition.on,
      from ?? null,
      transition.to,
      actor.by,
      actor.userId ?? null,
      actor.username ?? null,
      reason ?? null,
      new Date(at).toISOString(),
    ],
  );
}

/** The transition's own job, and the clock's events that are due after some time in the new state. */
function jobs(tx: Tx, happening: Happening): boolean {
  const { m, entity, id, version, transition, at } = happening;
  const payload = { entity: entity.name, id, version };
  const about = `${m}/${entity.name}/${id}/${stepOf(happening)}`;
  if (transition.job)
    enqueue(tx, { kind: transition.job, dedupe: `${about}/${transition.job}`, m, runAt: at, payload });
  return clockJobs(tx, happening) || transition.job !== undefined;
}

/** The clock's events that are due after some time in the new state, or at a date of the record; whether one is due at once. */
export function clockJobs(
  tx: Tx,
  happening: Pick<Happening, "m" | "entity" | "id" | "version" | "transition" | "record" | "at">,
): boolean {
  const { m, entity, id, version, transition, at } = happening;
  const payload = { entity: entity.name, id, version };
  const about = `${m}/${entity.name}/${id}/${stepOf(happening)}`;
  let atOnce = false;
  const schedule = (dedupe: string, runAt: number, job: Row) => {
    enqueue(tx, { kind: CLOCK_JOB, dedupe, m, runAt, payload: job });
    atOnce ||= runAt <= at;
  };
  for (const next of entity.lifecycle!.transitions) {
    if (next.by !== "clock" || !leadsOn(next, transition.to, happening.record)) continue;
    const due = next.at && dueAt(happening, next.at);
    // However often the record changes until then, it is one job; what no longer holds then is seen then.
    if (due !== undefined)
      schedule(`${m}/${entity.name}/${id}/${next.on}@${Math.max(due, at)}`, Math.max(due, at), {
        entity: entity.name,
        id,
        event: next.on,
      });
    if (next.after) schedule(`${about}/${next.on}`, at + durationMs(next.after), { ...payload, event: next.on });
  }
  return atOnce;
}

/** When a date or instant of the record comes, in milliseconds; a date begins at midnight in China. Nothing while it is unknown. */
export function dueAt({ entity, record }: Pick<Happening, "entity" | "record">, at: Expression): number | undefined {
  const value = evaluate(at, ownScope(entity, record));
  if (typeof value !== "string") return undefined;
  const ms = Date.parse(value.length === 10 ? `${value}T00:00:00+08:00` : value);
  return Number.isNaN(ms) ? undefined : ms;
}

/** A notice to the person who prepared the record, in the portal and by mail; where nobody did (money that came unannounced), to all of the merchant's users in the portal. */
async function notify(tx: Tx, happening: Happening, codes: (lang: Lang) => readonly Row[]): Promise<void> {
  const { m, entity, id, transition, reason, record, at } = happening;
  const when = new Date(at).toISOString();
  const [maker] = await tx.query(
    `SELECT user_id, username FROM order_event WHERE m = $1 AND order_kind = $2 AND order_id = $3 AND "from" IS NULL ORDER BY seq LIMIT 1`,
    [m, entity.name, id],
  );
  const readers = maker?.user_id
    ? [maker.user_id as string]
    : (
        await tx.query<{ id: string }>("SELECT id FROM portal_user WHERE m = $1 AND state = 'active' ORDER BY id", [m])
      ).map((user) => user.id);
  const money = hasFailed(entity, transition.to)
    ? await moneySaid(tx, m, entity, id, stepOf(happening), record)
    : undefined;
  for (const reader of readers) {
    tx.send(
      `INSERT INTO notification (m, id, user_id, order_kind, order_id, event, "to", reason, money, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        m,
        uuidv7(at),
        reader,
        entity.name,
        id,
        transition.on,
        transition.to,
        reason ?? null,
        money ? JSON.stringify(money) : null,
        when,
      ],
    );
  }
  if (!maker?.username) return;
  const line = (lang: Lang) => `${entity.text("label", lang)} ${id}: ${entity.text(`state.${transition.to}`, lang)}`;
  const body = (lang: Lang) => [
    line(lang),
    ...(reason ? [reasonText(codes(lang), reason, lang)] : []),
    ...(money ? [money[lang]] : []),
  ];
  tx.send("INSERT INTO outbox (id, m, channel, target, subject, body, at) VALUES ($1, $2, 'mail', $3, $4, $5, $6)", [
    uuidv7(at),
    m,
    maker.username,
    `${line("zh")} / ${line("en")}`,
    [...body("zh"), ...body("en")].join("\n"),
    when,
  ]);
}
