/**
 * Audits the verbs that maintain an installation. They need no operator, because timers and deployments run them too.
 */
import { hostname, userInfo } from "node:os";
import type { Row } from "@portolan/engine";
import { audit } from "../audit/audit.ts";
import { INSTALLATION } from "../operators/operators.ts";
import { OperatorRefused } from "../operators/refusal.ts";
import { readOperatorSession } from "../operators/sign-in.ts";
import type { Database } from "../store/database.ts";
import type { Call } from "./actions.ts";

/**
 * Records the use of a verb in the audit chain that belongs to no tenant. The actor is the operator who is signed in,
 * else the account of the operating system.
 */
export async function auditMaintenance({ env, db }: Call, action: string, detail: Row): Promise<void> {
  const operator = await findOperator(db, env["OPERATOR_SESSION"]);
  const actor = operator === undefined ? `account:${readSystemAccount()}@${hostname()}` : `operator:${operator}`;
  const entry = { tenant: INSTALLATION, at: Date.now(), actor, action, object: "installation", detail };
  await db.tx((tx) => audit(tx, entry));
}

/** Returns the operator of a session; undefined without a token, or when the session has ended. */
async function findOperator(db: Database, token: string | undefined): Promise<string | undefined> {
  if (!token) return undefined;
  try {
    return await readOperatorSession(db, token);
  } catch (error) {
    if (error instanceof OperatorRefused) return undefined;
    throw error;
  }
}

/** Returns the name of the process's account, or its user id if the account has no name, as in a container. */
function readSystemAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}
