import { evaluate, type Expression, type Scope } from "@portolan/engine";
import { Failure } from "../../core/failure.ts";
import type { EffectExecutor } from "../../lifecycle/context.ts";
import { createInitialName } from "../../session/users.ts";

const readText = (expression: Expression | undefined, scope: Scope): string | undefined => {
  const value = expression && evaluate(expression, scope);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/**
 * Sets a merchant's certification and names, and the name of each user who has not set one. Sessions of its users see
 * the new certification in their next call. The audit row contains the previous and the new status.
 *
 * @throws Failure `stale` when another transaction changed the certification
 */
export const certify: EffectExecutor = {
  effect: "certify",
  phase: "settle",
  run: async (tx, event, scope, { invalidateSessions }) => {
    const {
      tenant,
      transition: { userStatus, renames, renamesEn, introduces },
    } = event;
    const user = readText(introduces, scope);
    if (user !== undefined)
      await tx.query(`UPDATE portal_user SET name = $2 WHERE m = $1 AND ${createInitialName("portal_user")}`, [
        tenant,
        user,
      ]);
    const name = readText(renames, scope);
    if (name !== undefined)
      await tx.query("UPDATE merchant SET name = $2, name_en = $3 WHERE id = $1", [
        tenant,
        name,
        (renamesEn && evaluate(renamesEn, scope)) || null,
      ]);
    if (userStatus === undefined) return;
    const [before] = await tx.query("SELECT user_status FROM merchant WHERE id = $1", [tenant]);
    const changed = await tx.query(
      "UPDATE merchant SET user_status = $2 WHERE id = $1 AND user_status = $3 RETURNING id",
      [tenant, userStatus, before?.user_status],
    );
    if (changed.length === 0) throw new Failure("stale");
    if (invalidateSessions) tx.afterCommit(invalidateSessions);
    event.noted = { ...event.noted, userStatus: { from: Number(before?.user_status), to: userStatus } };
  },
};
