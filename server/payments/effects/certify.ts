import { evaluate, type Scope } from "../../../src/engine/index.ts";
import { Failure } from "../../core/failure.ts";
import { unnamed } from "../../session/users.ts";
import type { Tx } from "../../store/database.ts";
import type { Happening } from "../../lifecycle/context.ts";

/** Sets where the merchant stands, what it is called and what its person is called who has no name but his address's, if the transition says so (throws `stale` when somebody else did meanwhile); every session of its users sees it with its next call. The audit has both figures. */
export async function certify(
  tx: Tx,
  happening: Happening,
  scope: Scope,
  forget: (() => void) | undefined,
): Promise<void> {
  const {
    m,
    transition: { userStatus, renames, renamesEn, introduces },
  } = happening;
  const person = introduces && evaluate(introduces, scope);
  if (typeof person === "string" && person !== "")
    await tx.query(`UPDATE portal_user SET name = $2 WHERE m = $1 AND ${unnamed("portal_user")}`, [m, person]);
  const name = renames && evaluate(renames, scope);
  if (typeof name === "string" && name !== "")
    await tx.query("UPDATE merchant SET name = $2, name_en = $3 WHERE id = $1", [
      m,
      name,
      (renamesEn && evaluate(renamesEn, scope)) || null,
    ]);
  if (userStatus === undefined) return;
  const [before] = await tx.query("SELECT user_status FROM merchant WHERE id = $1", [m]);
  const changed = await tx.query(
    "UPDATE merchant SET user_status = $2 WHERE id = $1 AND user_status = $3 RETURNING id",
    [m, userStatus, before?.user_status],
  );
  if (changed.length === 0) throw new Failure("stale");
  if (forget) tx.afterCommit(forget);
  happening.certified = { from: Number(before?.user_status), to: userStatus };
}
