import { isRealDate } from "../dates.ts";
import { compareText, createOrderedFormat } from "./ordered.ts";

/** Days of the calendar. */
export const format = createOrderedFormat(isRealDate, compareText);
