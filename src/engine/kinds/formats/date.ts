import { isRealDate } from "../dates.ts";
import { compareText, createOrderedFormat } from "./ordered.ts";

/** Calendar days. */
export const format = createOrderedFormat(isRealDate, compareText);
