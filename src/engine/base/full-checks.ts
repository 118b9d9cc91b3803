/**
 * Checks and names that are too large for every page. A kind's `prepare` loads its own in the browser; `startServer` loads all
 * (`prepareKinds`). Until one is loaded a lighter check applies: the browser may be more lenient than the server, never stricter.
 */
export interface FullChecks {
  /** Returns whether an E.164 number can exist. */
  phone?(e164: string): boolean;
  /** Calling codes of countries and their ways to write a number. */
  phoneBook?: PhoneBook;
  /** Returns whether an IBAN has the length and structure of its country. */
  iban?(iban: string): boolean;
}
export interface PhoneBook {
  /** ISO 3166-1 code to calling code without its plus: `CN` to `86`. */
  dialCodes: ReadonlyMap<string, string>;
  /** Returns the E.164 number of a typed text; `country` applies to a text without a calling code. */
  international(text: string, country: string): string | undefined;
  /** Returns the country of an E.164 number, and the number as that country writes it. */
  split(e164: string): { country: string; national: string } | undefined;
}
/**
 * Full checks that were loaded. A kind's `prepare` adds its own.
 * @example
 * fullChecks.iban = (iban) => iban.length === 22;
 */
export const fullChecks: FullChecks = {};
