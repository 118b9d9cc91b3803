/** Identifies the operator by a session, or by name, password and code from the environment or a prompt. */
import { sealFor, type Seal } from "../core/seal.ts";
import { listOperators } from "../operators/operators.ts";
import { readOperatorSession, verifyOperator } from "../operators/sign-in.ts";
import type { Database } from "../store/database.ts";
import { UsageError, type Invocation, type Options } from "./command.ts";
import type { Opened } from "./with-database.ts";

/** Options of every verb that is attributed to an operator. */
export const operatorOptions = {
  operator: {
    type: "string",
    description: {
      en: "who does it; not needed with OPERATOR_SESSION. OPERATOR_PASSWORD and OPERATOR_CODE, else they are asked for",
      zh: "操作员；已设 OPERATOR_SESSION 时不必填。密码和验证码取自 OPERATOR_PASSWORD、OPERATOR_CODE，否则当场询问",
    },
  },
} satisfies Options;

const TEXTS = {
  en: {
    password: "Password of",
    code: "Code of the authenticator",
    newPassword: "New password of",
    again: "The same again",
    differ: "The two passwords differ.",
    who: "--operator says who does it; or sign in with portolan operator sign-in",
    other: "OPERATOR_SESSION is not a session of",
  },
  zh: {
    password: "密码，操作员",
    code: "验证器上的验证码",
    newPassword: "新密码，操作员",
    again: "再输入一次",
    differ: "两次输入的密码不一致。",
    who: "请用 --operator 指明操作员，或先登录：portolan operator sign-in",
    other: "OPERATOR_SESSION 不属于",
  },
};

export const openSeal = ({ dataDir, keys }: Pick<Opened, "dataDir" | "keys">): Seal => sealFor(dataDir, keys);

/**
 * Returns the name of the operator who is identified by `OPERATOR_SESSION`, or verified by name, password and code.
 *
 * @throws UsageError without a name, or for a session of another operator than the named one; OperatorRefused when the
 * session has ended or its operator is disabled; otherwise as `verifyOperator`
 */
export async function identifyOperator(
  invocation: Pick<Invocation, "env" | "lang" | "options" | "terminal">,
  { db, dataDir, keys }: Pick<Opened, "db" | "dataDir" | "keys">,
): Promise<string> {
  const { env, lang, options } = invocation;
  const given = options["operator"];
  const token = env["OPERATOR_SESSION"];
  if (token) {
    const name = await readOperatorSession(db, token);
    if (given !== undefined && given !== name) throw new UsageError(`${TEXTS[lang].other} ${String(given)}`);
    return name;
  }
  if (typeof given !== "string" || given === "") throw new UsageError(TEXTS[lang].who);
  await signInOperator(invocation, { db, seal: sealFor(dataDir, keys) }, given);
  return given;
}

/**
 * Returns the operator that a verb is attributed to: the verified operator, or the name in `--operator` while the
 * installation has no operators.
 *
 * @throws UsageError without `--operator` while there are no operators; otherwise as `identifyOperator`
 */
export async function requireOperator(
  invocation: Pick<Invocation, "env" | "lang" | "options" | "terminal">,
  opened: Pick<Opened, "db" | "dataDir" | "keys">,
): Promise<string> {
  if ((await listOperators(opened.db)).length > 0) return identifyOperator(invocation, opened);
  const { operator } = invocation.options;
  if (typeof operator !== "string" || operator.trim() === "") throw new UsageError(TEXTS[invocation.lang].who);
  return operator.trim();
}

/**
 * Reads an operator's password and code from the environment, else prompts for them, and verifies them.
 *
 * @throws as `verifyOperator`
 */
export async function signInOperator(
  { env, lang, terminal }: Pick<Invocation, "env" | "lang" | "terminal">,
  { db, seal }: { db: Database; seal: Seal },
  name: string,
): Promise<void> {
  const texts = TEXTS[lang];
  const password = env["OPERATOR_PASSWORD"] || (await terminal.askHidden(`${texts.password} ${name}`));
  const code = env["OPERATOR_CODE"] || (await terminal.askHidden(texts.code));
  await verifyOperator(db, seal, { name, password, code: code.trim() });
}

/**
 * Returns the new password from the environment, else prompts for it twice.
 *
 * @throws UsageError when the entries differ
 */
export async function promptNewPassword(
  { env, lang, terminal }: Pick<Invocation, "env" | "lang" | "terminal">,
  name: string,
): Promise<string> {
  const given = env["OPERATOR_NEW_PASSWORD"];
  if (given) return given;
  const texts = TEXTS[lang];
  const password = await terminal.askHidden(`${texts.newPassword} ${name}`);
  if ((await terminal.askHidden(texts.again)) !== password) throw new UsageError(texts.differ);
  return password;
}
