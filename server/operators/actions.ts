/**
 * Operations that create, reset and disable operators. Creating or resetting an operator needs no approval while no
 * other operator is active; every other operation needs a second operator.
 */
import type { Row } from "@portolan/engine";
import type { Database } from "../store/database.ts";
import {
  auditAction,
  disableOperator,
  insertOperator,
  listOperators,
  readVersion,
  replaceCredentials,
  type Enrolment,
} from "./operators.ts";
import type { OperatorAction } from "./proposals.ts";
import { OperatorRefused } from "./refusal.ts";

const readName = ({ name }: Row): string => String(name);
const readCredentials = ({ name, passwordHash, totpSecret }: Row): Enrolment["credentials"] => ({
  name: String(name),
  passwordHash: String(passwordHash),
  totpSecret: String(totpSecret),
});

const readOperatorVersion: OperatorAction["readVersion"] = (db, _tenant, body) => readVersion(db, readName(body));

export const operatorActions = {
  "operator.create": {
    readVersion: readOperatorVersion,
    async run(tx, { body }) {
      await insertOperator(tx, readCredentials(body));
      return `${readName(body)} is an operator`;
    },
  },
  "operator.reset": {
    readVersion: readOperatorVersion,
    async run(tx, { body }) {
      await replaceCredentials(tx, readCredentials(body));
      return `${readName(body)} has the new password and authenticator`;
    },
  },
  "operator.disable": {
    readVersion: readOperatorVersion,
    async run(tx, { body }) {
      await disableOperator(tx, readName(body));
      return `${readName(body)} is disabled`;
    },
  },
} satisfies Record<string, OperatorAction>;

/**
 * How the creation or reset of an operator is initiated: carried out without approval (`alone`), proposed in the
 * operator's own name for the only other operator to confirm (`self`), or proposed by one of several other operators
 * (`colleague`).
 */
export type ApprovalMode = "alone" | "self" | "colleague";

/** Returns how creating or resetting the named operator starts, by the number of other active operators. */
export async function findApproval(db: Database, name: string): Promise<ApprovalMode> {
  const others = (await listOperators(db)).filter((operator) => operator.state === "active" && operator.name !== name);
  if (others.length === 0) return "alone";
  return others.length === 1 ? "self" : "colleague";
}

/**
 * Creates or resets an operator without approval.
 *
 * @throws OperatorRefused when another operator became active meanwhile, when the name of a new operator is taken, or
 * when there is no operator to reset
 */
export async function enrolWithoutApproval(
  db: Database,
  action: "operator.create" | "operator.reset",
  credentials: Enrolment["credentials"],
): Promise<void> {
  const { name } = credentials;
  await db.tx(async (tx) => {
    await (action === "operator.create" ? insertOperator : replaceCredentials)(tx, credentials);
    const active = await tx.query("UPDATE operator SET changed_at = changed_at WHERE state = 'active' RETURNING name");
    if (active.some((row) => row["name"] !== name)) throw new OperatorRefused("needsSecond", name);
    await auditAction(tx, { operator: name, action: action, object: `operator/${name}`, detail: { alone: true } });
  });
}
