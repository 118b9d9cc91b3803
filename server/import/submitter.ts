/** The user of a job: stored in its payload when the user's call enqueues it, and read with current grants when it runs. */
import type { Lang, Row, Settings } from "@portolan/engine";
import type { Actor, ActorWord } from "../core/actor.ts";
import type { Strength } from "../session/step-up.ts";
import { findUserById, type UserReader } from "../session/users.ts";

/** The user whose call enqueued a job, and the step-up that confirmed it. */
export interface Submitter {
  userId?: string | undefined;
  lang: Lang;
  ip?: string | undefined;
  traceId: string;
  proved?: Strength | undefined;
}

/** Returns what a payload stores about the actor of the current call. */
export const toSubmitter = (
  { userId, lang, ip, traceId }: Pick<Actor, "userId" | "lang" | "ip" | "traceId">,
  proved: Strength | undefined,
): Submitter => ({
  lang,
  traceId,
  ...(userId ? { userId } : {}),
  ...(ip ? { ip } : {}),
  ...(proved ? { proved } : {}),
});

/** Parses the submitter in a job's payload. */
export function parseSubmitter(
  payload: Row,
  { languages, stepUps }: Pick<Settings, "languages" | "stepUps">,
): Submitter {
  const [userId, ip] = [payload["userId"], payload["ip"]].map((value) =>
    typeof value === "string" ? value : undefined,
  );
  const { proved } = payload;
  return {
    userId,
    lang: languages.find((lang) => lang === payload["lang"]) ?? languages[0],
    ip,
    traceId: String(payload["traceId"]),
    proved: stepUps.find((strength) => strength === proved),
  };
}

/**
 * Returns the user with current grants; undefined when the user has been disabled or no longer belongs to the tenant.
 */
export async function createActor(
  reader: UserReader,
  by: ActorWord,
  tenant: string,
  { userId, lang, ip, traceId }: Submitter,
): Promise<Actor | undefined> {
  const user = userId === undefined ? undefined : await findUserById(reader, userId);
  if (!user || user.tenant !== tenant || user.state !== "active") return undefined;
  return {
    by,
    tenant,
    userId: user.id,
    username: user.username,
    grants: user.grants,
    userStatus: user.userStatus,
    lang,
    ip,
    traceId,
  };
}
