/** Who looks at payees and payers before they are paid or pay (`party.review`): names decide, and everybody else passes at once. */
import type { Row } from "../../../src/engine/index.ts";
import { scriptEvent, type ProviderScript, type ScriptedEvent } from "./script.ts";

/** Names that a person may bear, in the order of the fields that hold them. */
const NAMES = ["payeeName", "companyName", "actualName"] as const;

function judge(record: Row): ScriptedEvent {
  const names = NAMES.map((name) => String(record[name] ?? "").toUpperCase()).join("\n");
  if (names.includes("SANCTION")) return scriptEvent("block", 0, { reason: "XN01" });
  if (names.includes("REJECT") || names.includes("驳回")) return scriptEvent("fail", 0, { reason: "XN02" });
  return scriptEvent("pass", 0);
}

/** Looks first, then judges, both at once. */
export const partyReview: ProviderScript = {
  job: "party.review",
  script: ({ record }) => [scriptEvent("opened", 0), judge(record)],
};
