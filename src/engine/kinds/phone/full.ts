/** Adds the countries' numbering plans to the check of telephone numbers. */
import { isValidPhoneNumber } from "libphonenumber-js/min";
import { fullChecks } from "../full-checks.ts";

fullChecks.phone = (e164) => isValidPhoneNumber(e164);
