import { isTime } from "../time/time.ts";
import { compareText, ordered } from "./ordered.ts";

/** Times of day. */
export const format = ordered(isTime, compareText);
