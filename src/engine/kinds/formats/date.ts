import { isRealDate } from "../dates.ts";
import { compareText, ordered } from "./ordered.ts";

/** Days of the calendar. */
export const format = ordered(isRealDate, compareText);
