/**
 * Simulated screening of payers, payees and the parties of a company (`party.review`). Names with SANCTION are blocked,
 * names with REJECT or 驳回 fail, and all others pass: names with SLOW or 待审 after a working day, the rest immediately.
 * A party of a company with RFI or 补件 in its name is asked for its document until it has an expiry date.
 */
import type { Row } from "@portolan/engine";
import { createScriptedEvent, type ProviderScript, type ScriptedEvent } from "../../demo/script.ts";

const NAMES = ["payeeName", "companyName", "actualName", "name"] as const;

function scriptScreening(record: Row): ScriptedEvent {
  const names = NAMES.map((name) => String(record[name] ?? "").toUpperCase()).join("\n");
  if (names.includes("SANCTION")) return createScriptedEvent("block", 0, { reason: "XN01" });
  if (names.includes("REJECT") || names.includes("驳回")) return createScriptedEvent("fail", 0, { reason: "XN02" });
  const isAsked = /RFI|补件/i.test(String(record["name"] ?? "")) && record["documentExpiry"] === undefined;
  if (isAsked) return createScriptedEvent("askMore", 0, { reason: "XD08" });
  if (names.includes("SLOW") || names.includes("待审")) return { event: "pass", wait: { workingDays: 1 }, input: {} };
  return createScriptedEvent("pass", 0);
}

/** Opens the review and decides immediately. */
export const partyReview: ProviderScript = {
  job: "party.review",
  script: ({ record }) => [createScriptedEvent("opened", 0), scriptScreening(record)],
};
