/** Days and times of day in the product's zone. Times are milliseconds since the epoch. */
import * as zoned from "../engine/index.ts";
import { settings } from "./settings.ts";

const { zone } = settings;

/** How far the zone is ahead of UTC, in ms. */
export const ZONE_MS = zoned.toOffsetMs(zone);
/** Returns the day in China, `YYYY-MM-DD`. @throws RangeError when `ms` is no time */
export const formatDayInChina = (ms: number): string => zoned.formatDay(ms, zone);
/** Returns `YYYY-MM-DD HH:mm:ss` on the clock in China. @throws RangeError when `ms` is no time */
export const formatWallClock = (ms: number): string => zoned.formatWallClock(ms, zone);
