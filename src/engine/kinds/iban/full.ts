/** Adds each country's length and structure to the check of IBANs. */
import { isValidIBAN } from "ibantools";
import { fullChecks } from "../full-checks.ts";

fullChecks.iban = (iban) => isValidIBAN(iban);
