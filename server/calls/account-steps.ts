/** Shared steps of account calls: opening a session, setting a password, and finding the user's addresses. */
import type { CallResponse, CallBody } from "@portolan/engine";
import type { CallContext } from "./handler.ts";
import { formatFailure } from "../core/failure-text.ts";
import type { FailureName } from "../../src/contract/failures.ts";
import { Failure } from "../core/failure.ts";
import type { Queries, Tx } from "../store/database.ts";
import { isCommon } from "../session/common-passwords.ts";
import { addKnownUser, createDevice } from "../session/device.ts";
import { auditSecurityEvent } from "../audit/security-log.ts";
import { queueNotice, type Target } from "../session/mail.ts";
import type { DigestKind } from "../session/password.ts";
import type { PortalUser } from "../session/users.ts";

/** Opens a session for an authenticated user and returns the sign-in response. */
export async function openSession(
  call: Omit<CallContext, "body" | "idempotent">,
  user: PortalUser,
): Promise<CallResponse<"register">> {
  const { services, ip } = call;
  const session = await services.sessions.open(user, { ip, agent: call.header("user-agent") });
  await auditSecurityEvent(call, user, "signIn");
  call.signIn(session, user);
  call.keepDevice(addKnownUser(services.seal, call.device ?? createDevice(), user));
  return {
    token: session.token,
    merId: user.tenant,
    userId: user.id,
    userStatus: user.userStatus,
    username: user.username,
  };
}

export function createFieldFailure(call: Pick<CallContext, "lang">, field: string, failure: FailureName): Failure {
  return new Failure("invalid", {}, [
    { at: `/${field}`, code: failure, params: {}, message: formatFailure(failure, call.lang) },
  ]);
}

/**
 * Rejects a common password in `password`. The check is cheap, so call it before the code is verified.
 *
 * @throws Failure `invalid` with the code `commonPassword` at the field
 */
export function refuseCommonPassword(
  call: Pick<CallContext, "lang"> & { body: { password: string } },
  kind: DigestKind,
  username: string,
): void {
  if (isCommon(kind, call.body.password, username)) throw createFieldFailure(call, "password", "commonPassword");
}

/**
 * Returns the recipient of a user's codes. `verifyType` 1: email, 2: phone. Source: specification 3.
 *
 * @throws Failure at the field when the user has no phone
 */
export function findMessageTarget(
  call: Pick<CallContext, "lang"> & { body: Pick<CallBody<"payCode">, "verifyType"> },
  user: PortalUser,
): Target {
  if (call.body.verifyType !== "2") return { channel: "mail", address: user.username, tenant: user.tenant };
  if (!user.phone) throw createFieldFailure(call, "verifyType", "noPhone");
  return { channel: "sms", address: user.phone, tenant: user.tenant };
}

/**
 * Sets a user's login or payment password, consumes the code that confirmed it, ends the user's sessions except `keep`,
 * and notifies the user.
 */
export const replacePassword = (
  { services, ip }: Pick<CallContext, "services" | "ip">,
  user: PortalUser,
  {
    kind,
    hash,
    consumeCode,
    keep,
  }: { kind: DigestKind; hash: string; consumeCode: (tx: Tx) => Promise<unknown>; keep?: string },
): Promise<void> =>
  services.db.tx(async (tx) => {
    await consumeCode(tx);
    await storePassword(tx, user.id, kind, hash);
    await services.sessions.endOthers(tx, user.id, keep, "passwordChanged");
    await queueNotice(tx, services, user, { what: `${kind}Password`, ip });
  });

/** Stores a password. A payment password also clears the lock and revokes the unused proofs made with the previous one. */
async function storePassword(tx: Queries, userId: string, kind: DigestKind, hash: string): Promise<void> {
  if (kind === "login") {
    await tx.query("UPDATE portal_user SET login_hash = $2 WHERE id = $1", [userId, hash]);
    return;
  }
  await tx.query("UPDATE portal_user SET pay_hash = $2, pay_failures = 0, pay_locked_until = NULL WHERE id = $1", [
    userId,
    hash,
  ]);
  await tx.query(
    "DELETE FROM proof WHERE used_at IS NULL AND sid_hash IN (SELECT sid_hash FROM session WHERE user_id = $1)",
    [userId],
  );
}
