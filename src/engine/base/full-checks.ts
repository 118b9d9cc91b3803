/**
 * Checks and names that are too large for every page. A kind's `prepare` loads its own in the browser; the server loads all
 * (`prepareKinds`). Where one is missing a lighter check holds, so a browser can be more lenient than the server for a moment, never stricter.
 */
export interface FullChecks {
  /** Whether an E.164 number can exist. */
  phone?(e164: string): boolean;
  /** The countries' calling codes and ways to write a number. */
  phoneBook?: PhoneBook;
  /** Whether an IBAN has its country's length and structure. */
  iban?(iban: string): boolean;
  /** Names of administrative divisions by six-digit code (GB/T 2260): provinces end in 0000, cities in 00. */
  regions?: Readonly<Record<string, string>>;
}
export interface PhoneBook {
  /** ISO 3166-1 code to calling code without its plus: `CN` to `86`. */
  dialCodes: ReadonlyMap<string, string>;
  /** The E.164 number of what a person wrote, in a country where nothing says otherwise. */
  international(text: string, country: string): string | undefined;
  /** The country of an E.164 number, and the number as it is written there. */
  split(e164: string): { country: string; national: string } | undefined;
}
export const fullChecks: FullChecks = {};
