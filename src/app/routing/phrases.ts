/** Phrases that the palette understands: who is paid, and how much. */
import { t } from "../../client/i18n.ts";
import type { CallResponse } from "@portolan/engine";

/** A typed phrase such as "pay acme 5000". */
export interface Phrase {
  /** Text by which the payee is searched. */
  who: string;
  /** Amount as typed, without separators. */
  amount: string;
}
type Found = CallResponse<"findRecords">["list"][number];

/** Returns the phrase of a query, in either language; undefined for any other query. */
export function readPhrase(q: string): Phrase | undefined {
  const pattern = new RegExp(`^(?:${t("palette.verbs")})\\s*(\\D.*?)\\s+([\\d,]+(?:\\.\\d+)?)$`, "i");
  const [, who, amount] = pattern.exec(q) ?? [];
  return who !== undefined && who.length > 1 && amount !== undefined
    ? { who, amount: amount.replaceAll(",", "") }
    : undefined;
}

/**
 * Returns the address of the form that pays the found record, with the phrase's amount; undefined for a record that is
 * no payee.
 */
export function findPayPath({ next }: Found, { amount }: Phrase): string | undefined {
  const verbs = t("palette.verbs").toLowerCase().split("|");
  const pays = next !== undefined && Object.values(next.label).some((label) => verbs.includes(label.toLowerCase()));
  return pays ? `${next.to}${next.to.includes("?") ? "&" : "?"}amount=${amount}` : undefined;
}
