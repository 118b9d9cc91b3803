import type { Purpose } from "./seal.ts";

/** A column outside records that contains sealed text, which `portolan keys reseal` seals with a new key. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Text columns that identify a row. */
  key: readonly string[];
  /** Default: `seal`. */
  purpose?: Purpose;
  /** Returns the tenant and the `about` text that a row's text is sealed with, given the values of `key`. */
  context(key: readonly string[]): { tenant: string; about: string };
}
