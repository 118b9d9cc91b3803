/** Setup steps before the first payment, in order, each with its completion status. */
import { fetchCall, type Shell } from "@portolan/engine/app";
import type { CallResponse, Ports } from "@portolan/engine";
import { CERTIFIED, FAILED, UNDER_REVIEW } from "./shell.ts";

export interface Step {
  id: "payPassword" | "certify" | "totp" | "payee";
  done: boolean;
  /** Path of the step; undefined while the step is blocked. */
  href?: string | undefined;
  /** State of the certification, of the step that has one. */
  review?: Review | undefined;
}
/** The submitted certification: awaits a decision, usually by `expectedBy`, or corrections of the `asked` fields. */
export type Review = Pick<CallResponse<"authMsg">, "status" | "asked" | "expectedBy">;

/**
 * Loads the steps. Requests records only where the user has access.
 * @throws CallFailure
 */
export async function loadSetupSteps(ports: Ports, shell: Shell): Promise<Step[]> {
  const status = shell.user.userStatus;
  const isCertified = status === CERTIFIED;
  const hasSome = async (name: "bankAccount" | "beneficiary"): Promise<boolean> => {
    if (!isCertified || !shell.findLink(name, "list")) return false;
    const { list } = await fetchCall(ports, `${name}.list`, {});
    return list.length > 0;
  };
  const [user, review, account, payee] = await Promise.all([
    fetchCall(ports, "userInfo", {}),
    status === UNDER_REVIEW || status === FAILED ? fetchCall(ports, "authMsg", {}) : undefined,
    hasSome("bankAccount"),
    hasSome("beneficiary"),
  ]);
  const add = shell.findLink("bankAccount", "create") ?? shell.findLink("beneficiary", "create");
  return [
    { id: "payPassword", done: user.payPasswordSet, href: "/personalCenter?tab=payPassword" },
    { id: "certify", done: isCertified, href: shell.page("/authentication")?.path, review },
    { id: "totp", done: user.googleAuth, href: "/validator" },
    { id: "payee", done: account || payee, href: isCertified ? add?.href : undefined },
  ];
}

/** Returns whether a required step is incomplete. The second factor is optional. */
export const hasMissingStep = (steps: readonly Step[]): boolean => steps.some(({ id, done }) => !done && id !== "totp");
