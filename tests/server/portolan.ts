/** Runs `portolan` in this process, and signs operators in. */
import { runCommand } from "../../server/cli/run.ts";
import { paymentTools } from "../../server/payments/tools.ts";
import { computeTotpCode } from "../../server/session/totp.ts";
import { readSchemasOf } from "../product-schemas.ts";

/** Password of all operators in tests. */
export const OPERATOR_PASSWORD = "a long walk by the harbour";

/** The product's tools, which compile its schemas once per process. */
export const testTools = { ...paymentTools, readSchemas: readSchemasOf };

/** Runs a verb with its arguments, additional environment variables, and the input for its prompts. */
export type Portolan = (
  args: string | readonly string[],
  env?: Record<string, string>,
  typed?: readonly string[],
) => ReturnType<typeof runCommand>;

/** Returns a `portolan` runner for the settings of an installation. */
export const portolanOf =
  (place: Record<string, string>): Portolan =>
  (args, env = {}, typed = []) => {
    const results = [...typed];
    return runCommand(typeof args === "string" ? args.split(" ") : args, { ...place, ...env }, testTools, {
      async askHidden() {
        const answer = results.shift();
        if (answer === undefined) throw new Error("nothing was typed");
        return answer;
      },
    });
  };

/** Extracts the secret from the output of an enrolment. */
export const secretOf = (text: string): string => /secret=(\w+)/.exec(text)![1]!;
/** Extracts the id of the proposal from the output. */
export const proposalOf = (text: string): string => {
  const id = /P-\w{8}/.exec(text)?.[0];
  if (id === undefined) throw new Error(text);
  return id;
};

/** Signs an operator in. Returns the environment variables of the session. */
export async function signIn(portolan: Portolan, name: string, secret: string): Promise<Record<string, string>> {
  const proof = { OPERATOR_PASSWORD, OPERATOR_CODE: computeTotpCode(secret, Date.now()) };
  const { text } = await portolan(`operator sign-in ${name}`, proof);
  const token = /^export OPERATOR_SESSION=(\S+)$/.exec(text)?.[1];
  if (token === undefined) throw new Error(text);
  return { OPERATOR_SESSION: token };
}

/** Creates the operators anna and ben in an installation that has none, and signs both in. */
export async function createOperators(
  portolan: Portolan,
): Promise<{ anna: Record<string, string>; ben: Record<string, string> }> {
  const first = await portolan("operator create anna", { OPERATOR_NEW_PASSWORD: OPERATOR_PASSWORD });
  const anna = await signIn(portolan, "anna", secretOf(first.text));
  const second = await portolan("operator create ben", { OPERATOR_NEW_PASSWORD: OPERATOR_PASSWORD });
  await portolan(`proposal confirm ${proposalOf(second.text)}`, anna);
  return { anna, ben: await signIn(portolan, "ben", secretOf(second.text)) };
}

/** Sessions of two operators. */
export type Operators = Readonly<Record<"anna" | "ben", Record<string, string>>>;

/** Adds an own account: anna proposes it, and ben enters its opening balance again. */
export async function addAccount(
  portolan: Portolan,
  { anna, ben }: Operators,
  { account, currency, opening }: { account: string; currency: string; opening: string },
): Promise<void> {
  const proposed = await portolan(
    ["account", "add", account, currency, "--opening", opening, "--why", "contract with the bank"],
    anna,
  );
  const { status, text } = await portolan(`proposal confirm ${proposalOf(proposed.text)} --value ${opening}`, ben);
  if (status !== 0) throw new Error(text);
}
