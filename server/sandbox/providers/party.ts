/** Who looks at payees and payers before they are paid or pay (`party.review`): names decide, and everybody else passes at once. */
import type { Row } from "../../../src/engine/index.ts";
import type { Provider, ProviderStep } from "./provider.ts";

/** Names that a person may bear, in the order of the fields that hold them. */
const NAMES = ["payeeName", "companyName", "actualName"] as const;

function judge(record: Row): ProviderStep {
  const names = NAMES.map((name) => String(record[name] ?? "").toUpperCase()).join("\n");
  const step = (event: string, reason?: string): ProviderStep => ({ event, wait: { ms: 0 }, input: reason ? { reason } : {} });
  if (names.includes("SANCTION")) return step("block", "名称命中制裁名单 / name is on a sanctions list");
  if (names.includes("REJECT") || names.includes("驳回")) return step("fail", "资料与登记信息不符 / details differ from the register");
  return step("pass");
}

/** Source: domain 5.3, magic names. */
export const partyReview: Provider = { job: "party.review", script: ({ record }) => [{ event: "opened", wait: { ms: 0 }, input: {} }, judge(record)] };
