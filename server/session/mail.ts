/** Writes emails and text messages to the outbox in the languages of the product. Texts: `locales/<lang>/mail.json`. */
import { formatWallClock, type Lang } from "@portolan/engine";
import { uuidv7 } from "../core/uuid.ts";
import type { Queries } from "../store/database.ts";
import en from "../../locales/en/mail.json";
import zh from "../../locales/zh/mail.json";
import type { DigestKind } from "./password.ts";
import type { SessionServices } from "./services.ts";
import type { PortalUser } from "./users.ts";

export interface Target {
  channel: "mail" | "sms";
  address: string;
  /** The user's tenant. Omitted before registration. */
  tenant?: string | undefined;
}
type Texts = Record<string, string>;
/** Texts by language, in the order in which they appear in a message. */
const catalogues: Readonly<Record<Lang, Texts>> = { zh, en };

/** Change of an account's security that its user is notified of. */
export type Notice = "totpOn" | "totpOff" | "recoveryUsed" | "phone" | `${DigestKind}Password`;

/** Text of a message. Its keys are `<name>.subject` and `<name>.body`. */
export interface MessageText {
  name: string;
  params: Record<string, string | number>;
  /** Key of the text that replaces `{what}`. */
  about?: string;
  /** Languages of the message. Default: all. */
  languages?: readonly Lang[];
  /** Time after which the message is not sent, in milliseconds of the product's clock. */
  expiresAt?: number;
}

/** Writes a message to the outbox. `at`: current time in milliseconds of the product's clock. */
export async function queueMessage(
  tx: Queries,
  at: number,
  target: Target,
  { name, params, about, languages, expiresAt }: MessageText,
): Promise<void> {
  const written = Object.entries(catalogues).flatMap(([lang, texts]) =>
    !languages || languages.some((own) => own === lang) ? [texts] : [],
  );
  const line = (texts: Texts, part: string) =>
    (texts[`${name}.${part}`] ?? "").replace(/\{(\w+)\}/g, (whole, key: string) =>
      String(key === "what" && about ? texts[about] : (params[key] ?? whole)),
    );
  await tx.query(
    "INSERT INTO outbox (id, m, channel, target, subject, body, at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    [
      uuidv7(at),
      target.tenant ?? "",
      target.channel,
      target.address,
      written.map((texts) => line(texts, "subject")).join(" / "),
      written.map((texts) => line(texts, "body")).join("\n"),
      new Date(at).toISOString(),
      expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    ],
  );
}

/**
 * Queues an email to a user about a change of an account's security, so that a change by an attacker does not go
 * unnoticed.
 */
export async function queueNotice(
  tx: Queries,
  { clock, schemas }: Pick<SessionServices, "clock" | "schemas">,
  user: Pick<PortalUser, "tenant" | "username">,
  { what, ip }: { what: Notice; ip: string },
): Promise<void> {
  await queueMessage(
    tx,
    clock.now(),
    { channel: "mail", address: user.username, tenant: user.tenant },
    {
      name: "notice",
      params: { when: formatWallClock(Date.now(), schemas.dialect.zone), ip },
      about: `notice.${what}`,
      languages: schemas.dialect.languages,
    },
  );
}
