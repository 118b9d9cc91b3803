import { isTime } from "../time/time.ts";
import { compareText, createOrderedFormat } from "./ordered.ts";

/** Times of day, `HH:mm`. */
export const format = createOrderedFormat(isTime, compareText);
