/** Setup steps before the first payment, in order, each with its completion status. */
import { fetchCall } from "../../client/reads.tsx";
import type { Ports } from "../../engine/index.ts";
import { CERTIFIED, type Shell } from "./shell.ts";

export interface Step {
  id: "certify" | "payPassword" | "totp" | "account" | "payee";
  done: boolean;
  /** Path of the step; undefined while the step is blocked. */
  href?: string | undefined;
}

/**
 * Loads the steps. Requests records only where the user has access.
 * @throws CallFailure
 */
export async function loadSetupSteps(ports: Ports, shell: Shell): Promise<Step[]> {
  const user = await fetchCall(ports, "userInfo", {});
  const some = async (name: "bankAccount" | "beneficiary"): Promise<boolean> => {
    if (shell.status !== CERTIFIED || !shell.findLink(name, "list")) return false;
    const { list } = await fetchCall(ports, `${name}.list`, {});
    return list.length > 0;
  };
  const [account, payee] = await Promise.all([some("bankAccount"), some("beneficiary")]);
  const open = (href: string | undefined) => (shell.status === CERTIFIED ? href : undefined);
  const steps: Step[] = [
    {
      id: "certify",
      done: shell.status === CERTIFIED,
      href: shell.status === 0 ? undefined : shell.page("/authentication")?.path,
    },
    { id: "payPassword", done: user.payPasswordSet, href: "/personalCenter?tab=payPassword" },
    { id: "totp", done: user.googleAuth, href: "/validator" },
    { id: "account", done: account, href: open(shell.findLink("bankAccount", "create")?.href) },
    { id: "payee", done: payee, href: open(shell.findLink("beneficiary", "create")?.href) },
  ];
  return steps;
}

/** Returns whether a required step is incomplete. The second factor and the payee are optional. */
export const hasMissingStep = (steps: readonly Step[]): boolean =>
  steps.some(({ id, done }) => !done && id !== "totp" && id !== "payee");
