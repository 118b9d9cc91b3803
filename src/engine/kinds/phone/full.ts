/** Numbering plans of all countries, for the full check of phone numbers and for national formatting. */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import type { PhoneBook } from "../../base/full-checks.ts";

const dialCodes = new Map<string, string>(getCountries().map((country) => [country, getCountryCallingCode(country)]));

export const canExist = (e164: string): boolean => isValidPhoneNumber(e164);
export const phoneBook: PhoneBook = {
  dialCodes,
  international: (text, country) => parsePhoneNumberFromString(text, country as CountryCode)?.number,
  split(e164) {
    const number = parsePhoneNumberFromString(e164);
    return number?.country && { country: number.country, national: number.formatNational() };
  },
};
