/** What the server answers about one record: its values, what happened to it, what may happen next, and its receipt. */
import type { Lang, Row } from "./entity.ts";

/** Labels of values that refer to other records: field -> value -> text. */
export type Labels = Record<string, Record<string, string>>;

/** One step of a record's life. */
export interface TimelineEntry {
  event: string;
  from: string | null;
  to: string;
  by: "merchant" | "provider" | "clock" | "record";
  username: string | null;
  /** What the person is called; null while only the address is known. */
  name: string | null;
  reason: string | null;
  /** ISO 8601. */
  at: string;
}
/** An event that the person may fire now; `releases`: what was held comes back; `blocked` names the failure that greys it out. */
export interface AllowedEvent {
  event: string;
  to: string;
  needs: string[];
  /** Fields that it may bring besides. */
  takes?: string[];
  stepUp?: "pay" | "pay+totp";
  releases?: boolean;
  blocked?: string;
}

/** A text in both languages: receipts go to banks and auditors, who read the other one. */
export type Both = Record<Lang, string>;
/** One line of a receipt; of an amount its currency and plain decimal too. */
export interface ReceiptLine {
  name: string;
  label: Both;
  text: Both;
  currency?: string;
  value?: string;
}
/** Everything that a receipt prints, masked for print or, by `reveal`, whole. The same for every reader, but for the time of issue. */
export interface Receipt {
  title: Both;
  /** A sheet of facts: its title is its whole name, and there is nothing that happened. */
  named?: true;
  /** The record's number. */
  number: string;
  /** Whose record it is. */
  merchant: string;
  /** Absent on a sheet of facts. */
  status?: Both;
  /** When it came into this state, ISO 8601; absent for a record that was brought in without a past. */
  completedAt?: string;
  /** By section of the detail view; what stands in none comes first, without a label. */
  groups: { label?: Both; lines: ReceiptLine[] }[];
  /** A line is covered that the entity's call `reveal` tells whole. */
  covered?: true;
  /** Verification code: eight groups of four, from the merchant, the record's number, state and printed values. */
  code: string;
}

/** The answer of an entity's `detail` call. */
export interface RecordAnswer {
  record: Row;
  labels: Labels;
  timeline: TimelineEntry[];
  /** Of a record that ended without success: why, and what became of its money, as whole sentences. */
  outcome?: { why?: string; money?: string };
  events: AllowedEvent[];
  receipt?: Receipt;
  /** Of a record that may be changed: a change names it, so that two people never overwrite each other. */
  version?: number;
}
