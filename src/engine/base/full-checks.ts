/**
 * Checks and reference data that are too large to load on every page. In the browser, the `prepare` of each kind loads
 * its own; the server and its commands load all of them (`prepareKinds`). Until they are loaded, a lighter check
 * applies: the browser may be more lenient than the server, but never stricter.
 */
export interface FullChecks {
  /** Returns whether an E.164 number can exist in the numbering plan of its country. */
  phone?(e164: string): boolean;
  /** Calling codes and number formats by country. */
  phoneBook?: PhoneBook;
  /** Returns whether an IBAN has the length and structure that its country defines. */
  iban?(iban: string): boolean;
}
export interface PhoneBook {
  /** Calling codes without the plus by ISO 3166-1 country code: `CN` to `86`. */
  dialCodes: ReadonlyMap<string, string>;
  /**
   * Returns the typed number in E.164 format, or undefined when it cannot be parsed. `country` applies when the number
   * has no calling code.
   */
  international(text: string, country: string): string | undefined;
  /**
   * Returns the country of an E.164 number and the number in national format, or undefined when the country is unknown.
   */
  split(e164: string): { country: string; national: string } | undefined;
}
/**
 * The full checks loaded so far. A kind's `prepare` adds its own.
 * @example
 * fullChecks.iban = (iban) => iban.length === 22;
 */
export const fullChecks: FullChecks = {};
