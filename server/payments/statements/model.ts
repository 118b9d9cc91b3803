/** A bank statement as read from a file, independent of the file format. */
import type { Lang } from "@portolan/engine";

/** Tenant of rows that belong to no merchant. It has no users. */
export const HOUSE = "house";
/** Placeholder that banks write when there is no reference. */
export const NO_REFERENCE = "-";

export interface BankLine {
  /** Line number in the file, for messages. */
  at: number;
  day: string;
  /** Amount in minor units. Negative when money left the account. */
  amount: bigint;
  reference: string;
  endToEndId?: string | undefined;
  uetr?: string | undefined;
  text?: string | undefined;
  party?: string | undefined;
  partyAccount?: string | undefined;
  ownAccount?: string | undefined;
  /** Whether the bank marks the entry as one that undoes an earlier one: its own correction, or a returned payment. */
  undoes?: "reversal" | "return" | undefined;
  /** The bank's code for why a payment was returned, such as `AC04`. */
  returnReason?: string | undefined;
}

export interface BankStatement {
  at: number;
  account: string;
  currency: string;
  day: string;
  opening: bigint;
  closing: bigint;
}

/** A fault in a file, and how to correct it. */
export interface Fault {
  /** Line number in the file. 0 for the whole file. */
  line: number;
  /** Name of the element or column. */
  field: string;
  text: Readonly<Record<Lang, string>>;
}

/** One item of a file. The `line` items of a statement precede its `statement`. */
export type Found = { line: BankLine } | { statement: BankStatement } | { fault: Fault };

/** Reads a file in batches. Every pass yields the same items. */
export type StatementReader = () => AsyncGenerator<readonly Found[]>;

export const createFault = (line: number, field: string, zh: string, en: string): { fault: Fault } => ({
  fault: { line, field, text: { zh, en } },
});

/** Thrown when a file is refused. `faults` contains the first of its faults. `text` describes them in either language. */
export class StatementRefused extends Error {
  override readonly name = "StatementRefused";
  constructor(readonly faults: readonly Fault[]) {
    super(describeFaults(faults, "en"));
  }
  text(lang: Lang): string {
    return describeFaults(this.faults, lang);
  }
}

const PLACES: Record<Lang, (line: number, field: string) => string> = {
  zh: (line, field) => `第 ${line} 行 ${field}：`,
  en: (line, field) => `line ${line}, ${field}: `,
};

const describeFaults = (faults: readonly Fault[], lang: Lang): string =>
  faults
    .map(({ line, field, text }) => (line === 0 ? `${field}: ` : PLACES[lang](line, field)) + text[lang])
    .join("\n");
