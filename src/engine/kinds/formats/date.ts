import { isRealDate } from "../dates.ts";
import { compareText, createOrderedFormat } from "./ordered.ts";

/** Calendar days, `YYYY-MM-DD`. */
export const format = createOrderedFormat(isRealDate, compareText);
