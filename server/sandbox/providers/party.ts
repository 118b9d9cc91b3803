/** Who looks at payees and payers before they are paid or pay (`party.review`): names decide, and everybody else passes at once. */
import type { Row } from "../../../src/engine/index.ts";
import { step, type Provider, type ProviderStep } from "./provider.ts";

/** Names that a person may bear, in the order of the fields that hold them. */
const NAMES = ["payeeName", "companyName", "actualName"] as const;

function judge(record: Row): ProviderStep {
  const names = NAMES.map((name) => String(record[name] ?? "").toUpperCase()).join("\n");
  if (names.includes("SANCTION")) return step("block", 0, { reason: "XN01" });
  if (names.includes("REJECT") || names.includes("驳回")) return step("fail", 0, { reason: "XN02" });
  return step("pass", 0);
}

/** Looks first, then judges, both at once. */
export const partyReview: Provider = {
  job: "party.review",
  script: ({ record }) => [step("opened", 0), judge(record)],
};
