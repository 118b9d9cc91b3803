/** Mails and text messages to a person, in both languages, into the outbox; the words stand in `locales/<lang>/mail.json`. */
import { wallClock, type Lang } from "../../src/engine/index.ts";
import type { Clock } from "../core/clock.ts";
import { uuidv7 } from "../core/uuid.ts";
import type { Queries } from "../store/database.ts";
import en from "../../locales/en/mail.json";
import zh from "../../locales/zh/mail.json";
import type { PortalUser } from "./users.ts";

/** Where a message goes. */
export interface Target {
  channel: "mail" | "sms";
  address: string;
}
type Words = Record<string, string>;
const words: Record<Lang, Words> = { zh, en };
const LANGS: readonly Lang[] = ["zh", "en"];

/** What a person is told after a change of what protects the account. */
export type Notice = "loginPassword" | "payPassword" | "totpOn" | "totpOff" | "recoveryUsed" | "phone";

/** Puts a message into the outbox. `about` names the word that stands for `{what}`. */
export async function message(
  tx: Queries,
  id: string,
  at: number,
  target: Target & { m?: string },
  name: string,
  params: Record<string, string | number>,
  about?: string,
): Promise<void> {
  const line = (lang: Lang, part: string) =>
    (words[lang][`${name}.${part}`] ?? "").replace(/\{(\w+)\}/g, (whole, key: string) =>
      String(key === "what" && about ? words[lang][about] : (params[key] ?? whole)),
    );
  await tx.query("INSERT INTO outbox (id, m, channel, target, subject, body, at) VALUES ($1, $2, $3, $4, $5, $6, $7)", [
    id,
    target.m ?? null,
    target.channel,
    target.address,
    LANGS.map((lang) => line(lang, "subject")).join(" / "),
    LANGS.map((lang) => line(lang, "body")).join("\n"),
    new Date(at).toISOString(),
  ]);
}

/** Tells a user by mail that something about his sign-in or payment protection changed: who did not do it must learn of it. */
export async function notice(
  tx: Queries,
  { clock }: { clock: Clock },
  user: Pick<PortalUser, "merId" | "username">,
  what: Notice,
  ip: string,
): Promise<void> {
  const at = clock.now();
  const when = wallClock(Date.now());
  await message(
    tx,
    uuidv7(at),
    at,
    { channel: "mail", address: user.username, m: user.merId },
    "notice",
    { when, ip },
    `notice.${what}`,
  );
}
