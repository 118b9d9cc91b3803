/** Sends emails to the users who may approve a record when it starts to wait for approval. */
import en from "../../../locales/en/mail.json";
import zh from "../../../locales/zh/mail.json";
import { canTransition, findColumn, formatLocalDay, getTableName, type Lang } from "@portolan/engine";
import { isUser } from "../../core/actor.ts";
import { uuidv7 } from "../../core/uuid.ts";
import type { SetWrite, Tx } from "../../store/database.ts";
import { sendRows } from "../../store/insert-rows.ts";
import type { EffectContext, TransitionEvent } from "../context.ts";
import { scheduleApprovals } from "../approval-mail.ts";
import { scheduleDigest } from "../digest-mail.ts";
import { findEndOfState } from "../deadline.ts";
import { hasChecker, readColleagues } from "../four-eyes.ts";

const texts: Record<Lang, Record<string, string>> = { zh, en };
/**
 * Time in milliseconds after the creation of a record within which other records of the same kind in the same state
 * cause one email together, so that a batch causes only two.
 */
const QUIET_MS = 600_000;

/**
 * Emails each active user who may approve the record, except the user who fired the event, or schedules a summary for
 * those who receive summaries. When another record in this state was created within `QUIET_MS`, one email states the
 * total at the end of that time; the import of a file sends one for all of its rows. Does nothing when the
 * state is unchanged or has no review with a grant, or when the schema has no sentence for the state
 * (`says`).
 */
export async function notifyApprovers(
  tx: Tx,
  { tenant, entity, id, transition, from, record, at }: TransitionEvent,
  { actor, schemas, vocabulary, facts }: EffectContext,
): Promise<void> {
  const { to } = transition;
  const review = entity.lifecycle?.transitions.find(
    (transition) =>
      transition.not === "maker" && transition.grant && isUser(transition) && canTransition(transition, to, record),
  );
  if (!review || from === to || facts?.["file"] !== undefined) return;
  const end = findEndOfState(entity, record, to, at);
  const more = (lang: Lang) => ({ until: end === undefined ? "" : formatLocalDay(end, entity.dialect.zone, lang) });
  const format = (lang: Lang) => vocabulary.formatSentence?.(entity, `says.${to}`, { record, lang, more: more(lang) });
  const sentences = schemas.dialect.languages.flatMap((lang) => format(lang) ?? []);
  if (sentences.length === 0) return;
  const created = findColumn(entity, "createdAt")?.column ?? "created_at";
  const [recent] = await tx.query(
    `SELECT 1 FROM ${getTableName(entity)} WHERE m = $1 AND ${created} > $2 AND status = $3 AND id <> $4 LIMIT 1`,
    [tenant, new Date(at - QUIET_MS).toISOString(), to, id],
  );
  if (recent) {
    const window = Math.floor(at / QUIET_MS);
    const dedupe = `${tenant}/${entity.name}/${to}/${window}`;
    return scheduleApprovals(tx, { tenant, entity: entity.name, dedupe, runAt: (window + 1) * QUIET_MS });
  }
  const body = [...sentences, "", ...schemas.dialect.languages.map((lang) => `${texts[lang]["approve.why"]} ${id}`)];
  for (const user of await readColleagues(tx, { tenant, userId: actor.userId })) {
    if (!hasChecker([user], review)) continue;
    if (user.digest)
      scheduleDigest(tx, { tenant, userId: user.id, digest: user.digest }, { now: at, zone: schemas.dialect.zone });
    else
      await tx.write(MAILS, {
        id,
        about: JSON.stringify([tenant, entity.name, to]),
        row: [
          uuidv7(at),
          tenant,
          "mail",
          user.username,
          sentences.join(" / "),
          body.join("\n"),
          new Date(at).toISOString(),
        ],
      });
  }
}

/** An email about a record. `about`: the records that are mailed together within `QUIET_MS`. */
interface ApprovalMail {
  id: string;
  about: string;
  row: readonly unknown[];
}

const MAILS: SetWrite<ApprovalMail> = {
  step: "trail",
  // Calls of one transaction do not see each other's records, so refuse all but the first record.
  async findRefused(_db, mails) {
    const first = new Map(mails.toReversed().map(({ about, id }) => [about, id]));
    return new Set(mails.filter(({ about, id }) => first.get(about) !== id));
  },
  async write(tx, mails) {
    sendRows(tx, {
      table: "outbox",
      columns: ["id", "m", "channel", "target", "subject", "body", "at"],
      rows: mails.map(({ row }) => row),
    });
  },
};
