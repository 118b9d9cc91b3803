import type { Purpose } from "./seal.ts";

/**
 * A column outside records that contains sealed values, which `portolan keys reseal` seals again with the first key.
 */
export interface SealedColumn {
  table: string;
  column: string;
  /** Columns of type text that identify a row. */
  key: readonly string[];
  /** Default: `seal`. */
  purpose?: Purpose;
  /** Returns the tenant and the `about` string that a row's value is sealed with, given the values of `key`. */
  context(key: readonly string[]): { tenant: string; about: string };
}
