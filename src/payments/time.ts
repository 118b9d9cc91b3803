/** Dates and times in the product's time zone. Timestamps are milliseconds since the epoch. */
import * as zoned from "@portolan/engine";
import { settings } from "./settings.ts";

const { zone } = settings;

/** Offset of the zone from UTC, in ms. */
export const ZONE_MS = zoned.toOffsetMs(zone);
/**
 * Formats the date in China as `YYYY-MM-DD`.
 * @throws RangeError when `ms` is not a valid time
 */
export const formatDayInChina = (ms: number): string => zoned.formatDay(ms, zone);
/**
 * Formats the time in China as `YYYY-MM-DD HH:mm:ss`.
 * @throws RangeError when `ms` is not a valid time
 */
export const formatWallClock = (ms: number): string => zoned.formatWallClock(ms, zone);
