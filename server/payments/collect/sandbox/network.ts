/** Simulated institutions that accept merchants and open accounts (`network.access`, `network.open`). */
import { randomInt } from "node:crypto";
import type { Row } from "@portolan/engine";
import { createScriptedEvent, type ProviderScript, type Speed } from "../../demo/script.ts";

const WAITS: Readonly<Record<Speed, number>> = { instant: 0, fast: 1_500, normal: 30_000 };

/** Match the names of companies that are refused access, and of companies whose account is refused. */
const REFUSED = /REJECT|驳回/i;
const NO_ACCOUNT = /NOACCOUNT|无法开户/i;

const isSaying = (record: Row, pattern: RegExp): boolean => pattern.test(String(record["companyName"] ?? ""));

/** Grants access, or refuses it depending on the company's name. */
export const networkAccess: ProviderScript = {
  job: "network.access",
  script: ({ record, speed }) => [
    isSaying(record, REFUSED)
      ? createScriptedEvent("refuse", WAITS[speed], { reason: "XN02" })
      : createScriptedEvent("grant", WAITS[speed]),
  ],
};

/** Opens the account with an invented number, or refuses it depending on the company's name. */
export const accountOpening: ProviderScript = {
  job: "network.open",
  script: ({ record, speed }) => [
    isSaying(record, NO_ACCOUNT)
      ? createScriptedEvent("refuseOpening", WAITS[speed], { reason: "XI01" })
      : createScriptedEvent("complete", WAITS[speed], { account: `8${String(randomInt(10 ** 11)).padStart(11, "0")}` }),
  ],
};
