/** Identifies the operator by a session, or by name, password and code from the environment or a prompt. */
import type { Seal } from "../core/seal.ts";
import { listOperators } from "../operators/operators.ts";
import { readOperatorSession, verifyOperator } from "../operators/sign-in.ts";
import type { Database } from "../store/database.ts";
import { UsageError, type Invocation } from "./command.ts";
import { getText } from "./texts.ts";

interface SignIn extends Invocation {
  db: Database;
  seal(): Seal;
}

/**
 * Returns the name of the operator who is identified by `OPERATOR_SESSION`, or verified by name, password and code.
 *
 * @throws UsageError without a name, or for a session of another operator than the named one; OperatorRefused when the
 * session has ended or its operator is disabled; otherwise as `verifyOperator`
 */
export async function identifyOperator(call: SignIn): Promise<string> {
  const { operator } = call.options;
  const token = call.env["OPERATOR_SESSION"];
  if (token) {
    const name = await readOperatorSession(call.db, token);
    if (operator !== undefined && operator !== name)
      throw new UsageError(getText(call.lang, "signIn.other", { name: operator }));
    return name;
  }
  if (operator === undefined) throw new UsageError(getText(call.lang, "signIn.who"));
  await signInOperator(call, operator);
  return operator;
}

/**
 * Returns the operator that an action is attributed to: the verified operator, or the name in `--operator` while the
 * installation has no operators.
 *
 * @throws UsageError without `--operator` while there are no operators; otherwise as `identifyOperator`
 */
export async function requireOperator(call: SignIn): Promise<string> {
  if ((await listOperators(call.db)).length > 0) return identifyOperator(call);
  const { operator } = call.options;
  if (operator === undefined) throw new UsageError(getText(call.lang, "signIn.who"));
  return operator.trim();
}

/**
 * Reads an operator's password and code from the environment, else prompts for them, and verifies them.
 *
 * @throws as `verifyOperator`
 */
export async function signInOperator({ env, lang, terminal, db, seal }: SignIn, name: string): Promise<void> {
  const password = env["OPERATOR_PASSWORD"] || (await terminal.askHidden(getText(lang, "signIn.password", { name })));
  const code = env["OPERATOR_CODE"] || (await terminal.askHidden(getText(lang, "signIn.code")));
  await verifyOperator(db, seal(), { name, password, code: code.trim() });
}

/**
 * Returns the new password from the environment, else prompts for it twice.
 *
 * @throws UsageError when the entries differ
 */
export async function promptNewPassword({ env, lang, terminal }: Invocation, name: string): Promise<string> {
  const given = env["OPERATOR_NEW_PASSWORD"];
  if (given) return given;
  const password = await terminal.askHidden(getText(lang, "signIn.newPassword", { name }));
  if ((await terminal.askHidden(getText(lang, "signIn.again"))) !== password)
    throw new UsageError(getText(lang, "signIn.differ"));
  return password;
}
