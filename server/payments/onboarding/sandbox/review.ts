/**
 * Simulated review of certification applications (`kyc.review`). A name that contains 驳回 or REJECT fails, a name that
 * contains 补件 or RFI requires further documents once, and all others pass.
 */
import type { Row } from "@portolan/engine";
import {
  createScriptedEvent,
  type ProviderScript,
  type ScriptedEvent,
  type Speed,
  type ScriptInput,
} from "../../demo/script.ts";

/** Duration of a review, in milliseconds of the product's clock. */
const WAITS: Readonly<Record<Speed, number>> = { instant: 0, fast: 1_500, normal: 20_000 };

const FAILED = "XN02";
const MORE = "XD03";

const NAMES = ["companyName", "personName"];
const matchesName = (record: Row, name: string, pattern: RegExp): boolean => pattern.test(String(record[name] ?? ""));

/** Returns the documents to request: a company's licence and the front of the identity card. */
const listAsked = (record: Row): Row[] => [
  ...(record["subject"] === "company" ? [{ field: "licence", reason: "XD07" }] : []),
  { field: "idFront", reason: "XD08" },
];

function review({ record, speed }: ScriptInput): ScriptedEvent[] {
  const wait = WAITS[speed];
  const rejected = NAMES.filter((name) => matchesName(record, name, /驳回|REJECT/i));
  // Only the requested fields can be corrected, so the rejected name is one of them.
  const names = rejected.map((field) => ({ field, reason: "XD12" }));
  if (rejected.length > 0)
    return [createScriptedEvent("fail", wait, { reason: FAILED, asked: [...names, ...listAsked(record)] })];
  // Documents have already been requested for a record that has `asked`.
  if (NAMES.some((name) => matchesName(record, name, /补件|RFI/i)) && record["asked"] === undefined)
    return [createScriptedEvent("askMore", wait, { reason: MORE, asked: listAsked(record) })];
  return [createScriptedEvent("pass", wait)];
}

export const kyc: ProviderScript = { job: "kyc.review", script: review };
