/**
 * POST /mer/user/modify/payPassword (C9): sets or changes the payment password and ends the user's other sessions.
 * Source: specification 4 (S9).
 */
import { handler } from "../../calls/handler.ts";
import { refuseCommonPassword, replacePassword } from "../../calls/account-steps.ts";
import { checkCode } from "../../session/codes.ts";
import { hashDigest } from "../../session/password.ts";
import { auditSecurityEvent } from "../../audit/security-log.ts";
import type { Tx } from "../../store/database.ts";
import { resolvePayCode } from "./pay-code.ts";

export const payPassword = handler("payPassword", async (call) => {
  const { services, body, session } = call;
  const { user } = session;
  const { about } = resolvePayCode(call);
  refuseCommonPassword(call, "pay", { username: user.username, digest: body.password });
  const consumeCode = await checkCode(services, about, body.code, call.device);
  const hash = await hashDigest(body.password, "signedIn");
  await replacePassword(call, user, { kind: "pay", hash, store: storePayPassword, consumeCode, keep: session.sidHash });
  services.sessions.invalidate();
  await auditSecurityEvent(call, user, user.payHash ? "payPasswordChanged" : "payPasswordSet");
  return {};
});

/** Stores a payment password, clears its lock and revokes the unused proofs made with the previous one. */
async function storePayPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.query("UPDATE portal_user SET pay_hash = $2, pay_failures = 0, pay_locked_until = NULL WHERE id = $1", [
    userId,
    hash,
  ]);
  await tx.query(
    "DELETE FROM proof WHERE used_at IS NULL AND sid_hash IN (SELECT sid_hash FROM session WHERE user_id = $1)",
    [userId],
  );
}
