import type { Purpose } from "./seal.ts";

/** A column of sealed texts outside of records, which `portolan keys reseal` seals again by a new key. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Columns that identify a row: texts. */
  key: readonly string[];
  /** Default: `seal`. */
  purpose?: Purpose;
  /** Returns the place that a row's text is sealed for, by the values of `key`. */
  place(key: readonly string[]): { tenant: string; about: string };
}
