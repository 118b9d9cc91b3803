/** Shared steps of the calls that sign in, confirm a call or change a user's account. Bodies differ by product. */
import type { Row } from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import type { CallContext } from "./handler.ts";
import { parseJson } from "../core/body.ts";
import { canonicalize, sha256 } from "../core/canonical.ts";
import { formatFailure } from "../core/failure-text.ts";
import type { FailureName } from "../../src/contract/failures.ts";
import { Failure } from "../core/failure.ts";
import { isDebiting } from "../http/debiting-calls.ts";
import type { Tx } from "../store/database.ts";
import { checkCode } from "../session/codes.ts";
import { isCommon } from "../session/common-passwords.ts";
import { addKnownUser, createDevice } from "../session/device.ts";
import { listGrants } from "../session/grants.ts";
import { auditSecurityEvent, UNKNOWN_USER } from "../audit/security-log.ts";
import { queueNotice } from "../session/mail.ts";
import { hashDigest, type DigestKind } from "../session/password.ts";
import { verifySecondFactor } from "../session/second-factor.ts";
import { checkSignIn, type Claim } from "../session/sign-in.ts";
import { checkRaisable, issueProof, raiseProof } from "../session/step-up.ts";
import { findUserByName, normalizeUsername, type PortalUser } from "../session/users.ts";

/** A call without its body, which differs by product. */
export type BareCall = Omit<CallContext, "body" | "idempotent">;

/** Opens a session for an authenticated user and returns its token. */
export async function openSession(call: BareCall, user: PortalUser): Promise<{ token: string }> {
  const { services, ip } = call;
  const session = await services.sessions.open(user, { ip, agent: call.header("user-agent") });
  await auditSecurityEvent(call, user, "signIn");
  call.signIn(session, user);
  call.keepDevice(addKnownUser(services.seal, call.device ?? createDevice(), user));
  return { token: session.token };
}

/** Failures that occur before the credentials are verified. */
const UNSEEN: ReadonlySet<string> = new Set(["throttled", "workNeeded"]);

/**
 * Verifies credentials and opens a session. Returns the user with the session's token, or undefined if the second factor
 * is required.
 *
 * @throws Failure as `checkSignIn`
 */
export async function signIn(call: BareCall, claim: Claim): Promise<{ user: PortalUser; token: string } | undefined> {
  const { services, ip } = call;
  const isKnownAddress = services.sessions.addresses.has(ip);
  try {
    const user = await checkSignIn(services, claim, {
      ip,
      isKnownAddress,
      device: call.device,
      work: call.header("work"),
    });
    return user && { user, ...(await openSession(call, user)) };
  } catch (error) {
    // Do not log unverified attempts: anyone could flood a user's log with them.
    if (error instanceof Failure && !UNSEEN.has(error.failure))
      await auditSecurityEvent(
        call,
        (await findUserByName(services, claim.username)) ?? UNKNOWN_USER,
        "signInRefused",
        { detail: { reason: error.failure } },
      );
    throw error;
  }
}

/**
 * Sets a new login password for the user of a mailbox, confirmed by a code sent there, and ends all of the user's
 * sessions. `digest`: of the new password.
 *
 * @throws Failure `codeWrong`, also for an unknown user, `invalid` for a common password
 */
export async function resetPassword(
  call: BareCall,
  { username: name, code, digest }: { username: string; code: string; digest: string },
): Promise<void> {
  const { services } = call;
  const username = normalizeUsername(name);
  refuseCommonPassword(call, "login", { username, digest });
  const consumeCode = await checkCode(services, { purpose: "forget", subject: username }, code, call.device);
  const user = await findUserByName(services, username);
  if (!user) throw new Failure("codeWrong");
  const hash = await hashDigest(digest, "other");
  await replacePassword(call, user, { kind: "login", hash, consumeCode });
  await auditSecurityEvent(call, user, "loginPasswordReset");
}

/**
 * Verifies the password that confirms a call, and the second factor if one is given, and returns a one-time proof for
 * one call with one body. `digest`: of the password. `confirmed`: method and path of the call.
 *
 * @throws Failure `unknownCall`, and as `issueProof`
 */
export async function confirmCall(
  call: BareCall,
  { confirmed, digest, code }: { confirmed: string | undefined; digest: string; code: string | undefined },
): Promise<string> {
  const { services, session, ip } = call;
  const route = call.findRoute(confirmed ?? "");
  if (!route) throw new Failure("unknownCall");
  const subject = { call: route.id, bodyHash: sha256(canonicalize(parseConfirmedBody(call.rawBody.body))) };
  try {
    return await issueProof(services, session, { password: digest, code, ip }, subject);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await auditSecurityEvent(call, session.user, "stepUpRefused", {
      detail: { call: route.id, reason: error.failure },
    });
    throw new Failure(error.failure, error.params, error.errors, isDebiting(route));
  }
}

/**
 * Parses the body to confirm, which is sent as JSON text because form values are flat. Reads it from the raw request,
 * because the proof's hash must not depend on normalised fields.
 */
const parseConfirmedBody = (text: unknown): Row => parseJson(Buffer.from(String(text), "utf8"));

/**
 * Upgrades a proof with an authenticator or recovery code, for a call that requires both factors.
 *
 * @throws Failure `proofWrong`, and as `verifySecondFactor`
 */
export async function addSecondFactor(call: BareCall, { proof, code }: { proof: string; code: string }): Promise<void> {
  const { services, session, ip } = call;
  // A code works only once, so check that the proof has not expired before consuming it.
  await checkRaisable(services.db, proof, session);
  try {
    await verifySecondFactor(services, session.user, code, ip);
  } catch (error) {
    if (error instanceof Failure)
      await auditSecurityEvent(call, session.user, "stepUpRefused", {
        detail: { call: call.route.id, reason: error.failure },
      });
    throw error;
  }
  await raiseProof(services.db, proof, session);
}

/** Returns those of the user's grants that the schemas declare, except the menu ids of pages. */
export function listActions(schemas: Schemas, grants: ReadonlySet<string>): string[] {
  const menus = new Set(schemas.pages.map(({ menu }) => menu));
  const named = new Set(listGrants(schemas).all);
  return [...grants].filter((grant) => named.has(grant) && !menus.has(grant));
}

/** Returns the user's menu ids in the order of `pages.json`, each with the name of its first page. */
export function listMenus({
  services,
  session,
  lang,
}: Pick<BareCall, "services" | "session" | "lang">): [id: string, name: string][] {
  const names = new Map<string, string>();
  for (const { menu: id, label } of services.schemas.pages)
    if (id && session.user.grants.has(id) && !names.has(id)) names.set(id, label[lang]);
  return [...names];
}

export function createFieldFailure(call: Pick<CallContext, "lang">, field: string, failure: FailureName): Failure {
  return new Failure("invalid", {}, [
    { at: `/${field}`, code: failure, params: {}, message: formatFailure(failure, call.lang) },
  ]);
}

/**
 * Rejects a common password in the field `password`. The check is cheap, so call it before the code is verified.
 *
 * @throws Failure `invalid` with the code `commonPassword` at the field
 */
export function refuseCommonPassword(
  call: Pick<CallContext, "lang">,
  kind: DigestKind,
  { username, digest }: { username: string; digest: string },
): void {
  if (isCommon(kind, digest, username)) throw createFieldFailure(call, "password", "commonPassword");
}

/** A new password of a user, as hash. */
interface NewPassword {
  kind: DigestKind;
  hash: string;
  /** Stores the hash. Default: as sign-in password. */
  store?: (tx: Tx, userId: string, hash: string) => Promise<void>;
  /** Consumes the code that confirmed the change. */
  consumeCode?: (tx: Tx) => Promise<unknown>;
  /** Hash of the id of the session that remains open. Default: none does. */
  keep?: string;
}

/** Sets a user's password, ends the user's sessions except `keep`, and notifies the user. */
export const replacePassword = (
  { services, ip }: Pick<CallContext, "services" | "ip">,
  user: PortalUser,
  { kind, hash, store = storeLoginPassword, consumeCode, keep }: NewPassword,
): Promise<void> =>
  services.db.tx(async (tx) => {
    await consumeCode?.(tx);
    await store(tx, user.id, hash);
    await services.sessions.endOthers(tx, user.id, keep, "passwordChanged");
    await queueNotice(tx, services, user, { what: `${kind}Password`, ip });
  });

async function storeLoginPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.query("UPDATE portal_user SET login_hash = $2 WHERE id = $1", [userId, hash]);
}
