import { type Entity, formatLocalDay, type Lang } from "@portolan/engine";
import { isUser } from "../../core/actor.ts";
import { uuidv7 } from "../../core/uuid.ts";
import type { Tx } from "../../store/database.ts";
import { formatPostingStep, type EffectContext, type EffectExecutor, type TransitionEvent } from "../context.ts";
import { scheduleDigest } from "../digest-mail.ts";
import { findEndOfState } from "../deadline.ts";
import { readActiveUsers } from "../four-eyes.ts";
import { notifyApprovers } from "./notify-approvers.ts";
import { hasFailed } from "../outcome.ts";
import { listCodes, formatReason } from "../reasons.ts";

/** Effect `notify`: notifies the users concerned, and sends emails to those whose approval the record now awaits. */
export const notify: EffectExecutor = {
  effect: "notify",
  phase: "record",
  run: async (tx, event, _scope, context) => {
    if (event.transition.notify) await writeNotices(tx, event, context);
    await notifyApprovers(tx, event, context);
  },
};

/**
 * Notifies the record's maker in the portal and by email, unless the maker fired the event. A record whose maker is not
 * an active user, such as an unannounced deposit, notifies all active users of the tenant in the portal and in the
 * summary emails that they have chosen.
 */
async function writeNotices(tx: Tx, event: TransitionEvent, context: EffectContext): Promise<void> {
  const { vocabulary, actor } = context;
  const { tenant, entity, id, transition, reason, record, at } = event;
  const maker = await findMaker(tx, event);
  if (maker && isUser(actor) && actor.userId === maker.id) return;
  const readers = maker ? [maker.id] : await findReaders(tx, event, context);
  const money = hasFailed(entity, transition.to)
    ? await vocabulary.describeMoney?.(tx, { tenant, entity, id, step: formatPostingStep(event), record })
    : undefined;
  const about = vocabulary.describeOrder?.(entity, record);
  const by = isUser(actor) ? await readName(tx, tenant, actor.userId) : "";
  const notice = formatNotice(event, { money, by }, context);
  for (const reader of readers) {
    tx.send(
      `INSERT INTO notification (m, id, user_id, order_kind, order_id, event, "to", reason, money, about, said, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        tenant,
        uuidv7(at),
        reader,
        entity.name,
        id,
        transition.on,
        transition.to,
        reason ?? null,
        money ? JSON.stringify(money) : null,
        about ? JSON.stringify(about) : null,
        notice ? JSON.stringify(notice) : null,
        new Date(at).toISOString(),
      ],
    );
  }
  if (maker) sendMail(tx, event, { target: maker.username, money, about, notice }, context);
}

/** Returns the active user who created the record. */
async function findMaker(
  tx: Tx,
  { tenant, entity, id }: TransitionEvent,
): Promise<{ id: string; username: string } | undefined> {
  const [maker] = await tx.query(
    `SELECT u.id, u.username FROM order_event e JOIN portal_user u ON u.m = e.m AND u.id = e.user_id AND u.state = 'active'
      WHERE e.m = $1 AND e.order_kind = $2 AND e.order_id = $3 AND e."from" IS NULL ORDER BY e.seq LIMIT 1`,
    [tenant, entity.name, id],
  );
  return maker;
}

async function readName(tx: Tx, tenant: string, userId: string | undefined): Promise<string> {
  const [user] = await tx.query("SELECT name FROM portal_user WHERE m = $1 AND id = $2", [tenant, userId ?? ""]);
  return user?.name ?? "";
}

/** Returns the ids of the tenant's active users, and schedules summaries for those who receive them. */
async function findReaders(
  tx: Tx,
  { tenant, at }: TransitionEvent,
  { schemas }: Pick<EffectContext, "schemas">,
): Promise<string[]> {
  const users = await readActiveUsers(tx, tenant);
  for (const { id, digest } of users)
    if (digest) scheduleDigest(tx, { tenant, userId: id, digest }, { now: at, zone: schemas.dialect.zone });
  return users.map(({ id }) => id);
}

type Both = Record<Lang, string> | undefined;
/** Title of a notification in each language of the product. */
type Notice = Partial<Record<Lang, string>>;

/**
 * Sends the notification by email. The subject is its title. The body states what happened, why, and where the money
 * is.
 */
function sendMail(
  tx: Tx,
  { tenant, entity, id, transition, reason, at }: TransitionEvent,
  { target, money, about, notice }: { target: string; money: Both; about: Both; notice: Notice | undefined },
  { schemas }: EffectContext,
): void {
  const line = (lang: Lang) =>
    [`${entity.text("label", lang)}${COLON[lang]}${describeEvent(entity, transition, lang)}`, about?.[lang], id]
      .filter(Boolean)
      .join(" · ");
  const { languages } = schemas.dialect;
  const body = (lang: Lang) => [
    ...(notice?.[lang] === undefined ? [] : [notice[lang]]),
    line(lang),
    ...(reason ? [formatReason(listCodes(schemas, lang), reason, lang)] : []),
    ...(money ? [money[lang]] : []),
  ];
  tx.send("INSERT INTO outbox (id, m, channel, target, subject, body, at) VALUES ($1, $2, 'mail', $3, $4, $5, $6)", [
    uuidv7(at),
    tenant,
    target,
    languages.map((lang) => notice?.[lang] ?? line(lang)).join(" / "),
    languages.flatMap(body).join("\n"),
    new Date(at).toISOString(),
  ]);
}

/** Returns the title of the notification in each language; undefined when the schema has no sentence for the event. */
function formatNotice(
  { entity, transition, record, reason, at }: TransitionEvent,
  { money, by }: { money: Both; by: string },
  { schemas, vocabulary }: EffectContext,
): Notice | undefined {
  const end = findEndOfState(entity, record, transition.to, at);
  const format = (lang: Lang) =>
    vocabulary.formatSentence?.(entity, `says.${transition.on}.notice`, {
      record,
      lang,
      more: {
        why: reason ? formatReason(listCodes(schemas, lang), reason, lang) : "",
        money: money?.[lang] ?? "",
        by,
        until: end === undefined ? "" : formatLocalDay(end, entity.dialect.zone, lang),
      },
    });
  const texts: Notice = {};
  for (const lang of schemas.dialect.languages) {
    const text = format(lang);
    if (text === undefined) return undefined;
    texts[lang] = text;
  }
  return texts;
}

const COLON: Readonly<Record<Lang, string>> = { zh: "：", en: ": " };

/** Returns the label of an event, or of its target state when the schema does not name the event. */
function describeEvent(entity: Entity, { on, to }: TransitionEvent["transition"], lang: Lang): string {
  return entity.eventLabel(on, lang) ?? entity.stateLabel(to, lang);
}
