/**
 * Checks and names that are too large for every page. A kind's `prepare` loads its own in the browser; the server loads all
 * (`prepareKinds`). Where one is missing a lighter check holds, so a browser can be more lenient than the server for a moment, never stricter.
 */
export interface FullChecks {
  /** Whether an E.164 number can exist. */
  phone?(e164: string): boolean;
  /** Whether an IBAN has its country's length and structure. */
  iban?(iban: string): boolean;
  /** Names of administrative divisions by six-digit code (GB/T 2260): provinces end in 0000, cities in 00. */
  regions?: Readonly<Record<string, string>>;
}
export const fullChecks: FullChecks = {};
