/** Full IBAN validation, with the length and structure for each country. */
import { isValidIBAN } from "ibantools";

export const isIban = (iban: string): boolean => isValidIBAN(iban);
