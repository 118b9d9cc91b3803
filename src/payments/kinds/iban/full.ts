/** Each country's length and structure of IBANs. */
import { isValidIBAN } from "ibantools";

export const isIban = (iban: string): boolean => isValidIBAN(iban);
