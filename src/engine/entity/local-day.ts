import { formatDay, type Zone } from "../base/time-zone.ts";
import type { Lang } from "../model/register.ts";
import { pickText, type EngineTexts } from "../base/engine-texts.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LOCAL_DAYS: EngineTexts<(month: number, day: number) => string> = {
  zh: (month, day) => `${month} 月 ${day} 日`,
  en: (month, day) => `${day} ${MONTHS[month - 1]}`,
};

/**
 * Returns the day in the zone without its year, for a sentence.
 * @throws RangeError when `ms` is not a valid time
 * @example
 * formatLocalDay(Date.UTC(2026, 10, 22, 16), { name: "Asia/Shanghai", offsetMinutes: 480 }, "en") // => "23 Nov"
 */
export function formatLocalDay(ms: number, zone: Zone, lang: Lang): string {
  const [, month = 1, day = 1] = formatDay(ms, zone).split("-").map(Number);
  return pickText(LOCAL_DAYS, lang)(month, day);
}
