import { renderUnicodeCompact } from "uqr";
import { enrolWithoutApproval, findApproval } from "../operators/actions.ts";
import { auditAction, enrol, listOperators } from "../operators/operators.ts";
import { endOperatorSession, openOperatorSession } from "../operators/sign-in.ts";
import { drawTotpQr } from "../session/totp.ts";
import { createAction, createProposalAction, proposeDraft, type Call } from "./actions.ts";
import { formatRows, UsageError } from "./command.ts";
import { identifyOperator, promptNewPassword, signInOperator } from "./sign-in.ts";
import { getText } from "./texts.ts";

/** Delay in milliseconds before the only other operator can confirm a reset. */
const RESET_WAIT_MS = 24 * 3_600_000;

/** Creates, resets, lists, disables and signs in operators. */
export const operatorActions = [
  createAction("operator list", async ({ db, lang }) =>
    formatRows(
      (await listOperators(db)).map(({ name, state, createdAt }) => [
        name,
        getText(lang, `operator.${state}`),
        createdAt.slice(0, 10),
      ]),
      getText(lang, "operator.none"),
    ),
  ),
  createAction("operator create <name> [--operator <name>]", (call, name) => enrolOperator(call, "create", name)),
  createAction("operator reset <name> [--operator <name>]", (call, name) => enrolOperator(call, "reset", name)),
  createProposalAction("operator disable <name>", async (_call, name) =>
    describeChange("operator.disable", name, { name }),
  ),
  createAction("operator sign-in <name>", async (call, name) => {
    await signInOperator(call, name);
    const token = await call.db.tx(async (tx) => {
      const token = await openOperatorSession(tx, name);
      await auditAction(tx, { operator: name, action: "operator.signIn", object: `operator/${name}` });
      return token;
    });
    return `export OPERATOR_SESSION=${token}`;
  }),
  createAction("operator sign-out", async ({ env, lang, db }) => {
    const token = env["OPERATOR_SESSION"];
    if (!token) throw new UsageError(getText(lang, "operator.noSession"));
    await db.tx(async (tx) => {
      const name = await endOperatorSession(tx, token);
      if (name !== undefined)
        await auditAction(tx, { operator: name, action: "operator.signOut", object: `operator/${name}` });
    });
    return getText(lang, "operator.left");
  }),
];

const describeChange = (act: string, name: string, body: Record<string, string>) => ({
  act,
  tenant: "",
  object: `operator/${name}`,
  shows: { name },
  body,
});

/** Creates or resets an operator: directly while no other operator is active, otherwise by a proposal. */
async function enrolOperator(call: Call, what: "create" | "reset", name: string): Promise<string> {
  const { db, lang } = call;
  const beginning = await findApproval(db, name);
  // With several other operators, the proposer must sign in: otherwise one operator could act under two names.
  const operator = beginning === "colleague" ? await identifyOperator(call) : name;
  if (beginning === "colleague" && operator === name) throw new UsageError(getText(lang, "operator.other", { name }));
  const { secret, credentials } = await enrol(call.seal(), name, await promptNewPassword(call, name));
  const { uri } = drawTotpQr(secret, name);
  const shown = [getText(lang, "operator.enrol"), renderUnicodeCompact(uri), uri];
  if (beginning === "alone") {
    await enrolWithoutApproval(db, `operator.${what}`, credentials);
    return [getText(lang, `operator.done.${what}`, { name }), ...shown].join("\n");
  }
  // Of two operators, one could reset the other's credentials and then act as both, so the other operator has a day to
  // reject the reset.
  const waitMs = what === "reset" && beginning === "self" ? RESET_WAIT_MS : 0;
  const draft = { ...describeChange(`operator.${what}`, name, { ...credentials }), waitMs };
  return [await proposeDraft({ ...call, operator }, draft), ...shown].join("\n");
}
