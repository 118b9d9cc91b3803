/**
 * Summary emails: what awaits a user's approval and new notifications, once a day or a week, instead of one email per
 * record.
 */
import en from "../../locales/en/mail.json";
import zh from "../../locales/zh/mail.json";
import {
  findColumn,
  findFileField,
  formatDay,
  Decimal,
  interpolate,
  groupThousands,
  startOfDay,
  getTableName,
  type Entity,
  type Lang,
  type Row,
  type Zone,
} from "@portolan/engine";
import { isUser } from "../core/actor.ts";
import { uuidv7 } from "../core/uuid.ts";
import { enqueue } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/worker.ts";
import type { Queries, Tx } from "../store/database.ts";
import type { LifecycleContext } from "./context.ts";
import type { ActiveUser } from "./four-eyes.ts";

/** Name of the job that sends one summary. */
export const DIGEST_JOB = "message.digest";
export type Digest = NonNullable<ActiveUser["digest"]>;

const DAY_MS = 86_400_000;
/** Number of days that a summary covers. */
const DAYS: Readonly<Record<Digest, number>> = { daily: 1, weekly: 7 };
/** Hour at which summaries are sent, in the product's time zone. */
const HOUR = 9;
/** Maximum number of notifications listed in one email. Further ones are counted. */
const MAX_NEWS = 10;
const texts: Record<Lang, Record<string, string>> = { zh, en };

/** Returns the next due time of a summary: nine o'clock in the product's time zone, every day or on Mondays. */
export function findNextDigest(digest: Digest, now: number, zone: Zone): number {
  let at = startOfDay(formatDay(now, zone), zone) + HOUR * 3_600_000;
  const isDue = () =>
    at > now && (digest === "daily" || new Date(`${formatDay(at, zone)}T00:00:00Z`).getUTCDay() === 1);
  while (!isDue()) at += DAY_MS;
  return at;
}

/**
 * Enqueues a user's next summary, unless one is enqueued for that time. The key leaves out the interval, so that a user
 * who changes it gets one summary when both intervals are due.
 */
export function scheduleDigest(
  tx: Pick<Tx, "write">,
  { tenant, userId, digest }: { tenant: string; userId: string; digest: Digest },
  { now, zone }: { now: number; zone: Zone },
): void {
  const runAt = findNextDigest(digest, now, zone);
  const payload = { userId, digest, runAt };
  enqueue(tx, { kind: DIGEST_JOB, dedupe: `digest/${userId}/${runAt}`, tenant, runAt, payload });
}

export interface Reader {
  id: string;
  username: string;
  grants: string[];
  digest: Digest | null;
}
/** Number and total amount of one entity's records in one currency that await the user's approval. */
export interface Waiting {
  entity: Entity;
  count: number;
  currency: string;
  amount: string;
}

/**
 * Returns the handler that sends a user's summary. Sends nothing when there is nothing to report. Enqueues the next
 * summary only while records are waiting.
 */
export function sendDigest(context: LifecycleContext): JobHandler {
  return async ({ tenant, payload }, { db, finish }) => {
    const { schemas, clock } = context;
    const [user] = await db.query(
      "SELECT id, username, grants, digest FROM portal_user WHERE id = $1 AND m = $2 AND state = 'active' AND digest IS NOT NULL",
      [payload["userId"], tenant],
    );
    if (!user?.digest || !isDue(user.digest, payload, schemas.dialect.zone)) return;
    const { digest } = user;
    const now = clock.now();
    const waiting = await listWaiting(db, [...schemas.entities.values()], { tenant, user });
    // From the time at which the job was due, because a late job would leave out what arrived soon after the last one.
    const due = typeof payload["runAt"] === "number" ? payload["runAt"] : now;
    const news = await listNews(db, { tenant, userId: user.id, since: due - DAYS[digest] * DAY_MS });
    await db.tx(async (tx) => {
      if (waiting.length > 0 || news.count > 0) {
        const mail = composeDigest(waiting, news, schemas.dialect.languages);
        tx.send(
          "INSERT INTO outbox (id, m, channel, target, subject, body, at) VALUES ($1, $2, 'mail', $3, $4, $5, $6)",
          [uuidv7(now), tenant, user.username, mail.subject, mail.body, new Date(now).toISOString()],
        );
      }
      if (waiting.length > 0)
        scheduleDigest(tx, { tenant, userId: user.id, digest }, { now, zone: schemas.dialect.zone });
      await finish(tx);
    });
  };
}

/**
 * Returns whether the time of a job is one of the user's interval. After a change of the interval, other jobs are
 * enqueued for the times at which the two differ. Jobs of earlier releases do not carry their time.
 */
function isDue(digest: Digest, { runAt, digest: enqueuedFor }: Row, zone: Zone): boolean {
  return typeof runAt === "number" ? findNextDigest(digest, runAt - 1, zone) === runAt : enqueuedFor === digest;
}

/**
 * Counts and sums the records that the user may approve and did not make. `file`: number of an imported file, to count only its
 * records, if they store it.
 */
export async function listWaiting(
  db: Queries,
  entities: readonly Entity[],
  { tenant, user, file }: { tenant: string; user: Reader; file?: string | undefined },
): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const entity of entities) {
    const states = (entity.lifecycle?.transitions ?? [])
      .filter(
        (transition) =>
          transition.not === "maker" &&
          isUser(transition) &&
          transition.grant &&
          user.grants.includes(transition.grant),
      )
      .flatMap(({ from }) => from);
    if (states.length === 0) continue;
    const { amount, currency } = describeAmount(entity);
    const fileColumn = file === undefined ? undefined : findColumn(entity, findFileField(entity) ?? "")?.column;
    const rows = await db.query<{ count: string; currency: string; amount: string }>(
      `SELECT CAST(count(*) AS text) AS count, ${currency} AS currency, CAST(coalesce(sum(${amount}), 0) AS text) AS amount FROM ${getTableName(entity)} r
        WHERE m = $1 AND status = ANY($2) AND NOT EXISTS (
          SELECT 1 FROM order_event e WHERE e.m = r.m AND e.order_kind = $3 AND e.order_id = r.id AND e."from" IS NULL AND e.user_id = $4)${fileColumn ? ` AND ${fileColumn} = $5` : ""}
        GROUP BY 2 ORDER BY 2`,
      [tenant, [...new Set(states)], entity.name, user.id, ...(fileColumn ? [file] : [])],
    );
    found.push(...rows.map((row) => ({ ...row, entity, count: Number(row.count) })));
  }
  return found;
}

/**
 * Returns the SQL of the amount and the currency on an entity's card: `0` and an empty string for an entity without an
 * amount, or whose amount or currency has no column.
 */
export function describeAmount(entity: Entity): { amount: string; currency: string } {
  const field = entity.fields.find(({ name, currency }) => name === entity.list.card?.amount && currency);
  const amount = field && findColumn(entity, field.name)?.column;
  if (!field?.currency || !amount) return { amount: "0", currency: "''" };
  const currency =
    "code" in field.currency ? `'${field.currency.code}'` : findColumn(entity, field.currency.field)?.column;
  return currency ? { amount, currency } : { amount: "0", currency: "''" };
}

interface News {
  count: number;
  titles: Record<Lang, string>[];
}
/** Reads the user's unread notifications since a time: their number, and the titles of the newest ones. */
async function listNews(
  db: Queries,
  { tenant, userId, since }: { tenant: string; userId: string; since: number },
): Promise<News> {
  const where = "FROM notification WHERE m = $1 AND user_id = $2 AND at > $3 AND read_at IS NULL AND said IS NOT NULL";
  const about = [tenant, userId, new Date(since).toISOString()];
  const [counted] = await db.query(`SELECT CAST(count(*) AS text) AS count ${where}`, about);
  const rows = await db.query(`SELECT said ${where} ORDER BY at DESC, id LIMIT ${MAX_NEWS}`, about);
  return { count: Number(counted?.count ?? 0), titles: rows.flatMap(({ said }) => said ?? []) };
}

/**
 * Composes the email in every language. The subject states how much is waiting, or how many notifications are new when
 * nothing is waiting. `why`: key of the last line; `file`: number of the imported file that everything is from.
 */
export function composeDigest(
  waiting: readonly Waiting[],
  news: News,
  languages: readonly Lang[],
  { why, file }: { why: string; file?: string | undefined } = { why: "digest.why" },
) {
  const count = waiting.reduce((sum, pending) => sum + pending.count, 0);
  const format = (lang: Lang, key: string, params: Record<string, string | number>) =>
    interpolate((params["count"] === 1 ? texts[lang][`${key}_one`] : undefined) ?? texts[lang][key] ?? "", params);
  const sayWaiting = (lang: Lang, key: string, some: readonly Waiting[], params: Record<string, string | number>) => {
    const amount = formatAmounts(some, lang);
    return format(lang, amount === "" ? `${key}.count` : key, { ...params, amount });
  };
  const subject = (lang: Lang) =>
    count > 0
      ? sayWaiting(lang, "digest.waiting", waiting, { count })
      : format(lang, "digest.news", { count: news.count });
  const body = (lang: Lang) => [
    ...(count > 0 ? [subject(lang)] : []),
    ...waiting.map((pending) =>
      sayWaiting(lang, "digest.kind", [pending], { name: pending.entity.text("label", lang), count: pending.count }),
    ),
    ...(news.count > 0 ? [format(lang, "digest.news", { count: news.count })] : []),
    ...news.titles.map((title) => `· ${title[lang]}`),
    ...(news.count > news.titles.length
      ? [format(lang, "digest.more", { count: news.count - news.titles.length })]
      : []),
    ...(file === undefined ? [] : [format(lang, "approve.file", { file })]),
    format(lang, why, {}),
  ];
  return {
    subject: languages.map(subject).join(" / "),
    body: languages.map((lang) => body(lang).join("\n")).join("\n\n"),
  };
}

const AND: Readonly<Record<Lang, string>> = { zh: "、", en: " and " };

function formatAmounts(waiting: readonly Waiting[], lang: Lang): string {
  const sums = new Map<string, Decimal>();
  for (const { currency, amount } of waiting)
    if (currency !== "") sums.set(currency, (sums.get(currency) ?? Decimal.of("0")).add(Decimal.of(amount)));
  return [...sums].map(([currency, sum]) => `${groupThousands(sum.toString())} ${currency}`).join(AND[lang]);
}
