/** Loads how often the records of a directory were used, and when last. */
import { useMemo } from "react";
import { listObjects } from "../base/guards.ts";
import type { Lang } from "../model/register.ts";
import { formatDay } from "../base/time-zone.ts";
import { useNamedRead } from "../data/use-named-read.tsx";
import type { Entity, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { splitRow } from "./set-field.ts";
import type { DirectoryPlan } from "../view-types/directory.ts";
import { pickText, type EngineTexts } from "../base/engine-texts.ts";

/** Returns the id of a row's record among all entities: `entity.key`. */
function identify(entity: Entity, row: Row): string {
  const { name, key } = splitRow(entity, row);
  return `${name}.${key}`;
}

/** How a record was used: a sentence, and the currencies of the records that refer to it. */
export interface RecordUse {
  text: string;
  currencies: string;
}

/**
 * Returns whether the uses have been loaded or failed to, and a function that describes the use of a row's record, with
 * the texts of the view `id`. It returns undefined for records that were not used, and until the uses are loaded.
 */
export function useUses(
  entity: Entity,
  id: string,
  { use }: DirectoryPlan,
  rows: readonly Row[],
): { isReady: boolean; describe(row: Row): RecordUse | undefined } {
  const { lang, dialect, now } = usePorts();
  const ids = useMemo(() => rows.map((row) => identify(entity, row)), [rows, entity]);
  const { data, failure } = useNamedRead(
    entity,
    use?.call ?? "",
    { ids },
    {
      enabled: use !== undefined && ids.length > 0,
      read: ({ uses }) => new Map(listObjects(uses).map((object) => [String(object["id"]), object])),
    },
  );
  const describe = (row: Row) => {
    const used = data?.get(identify(entity, row));
    if (!used) return undefined;
    const today = formatDay(now(), dialect.zone);
    const last = formatShortDay(formatDay(Date.parse(String(used["last"])), dialect.zone), today, lang);
    const key = `views.${id}.use${used["count"] === 1 ? ".one" : ""}`;
    const currencies = used["currencies"];
    return {
      text: entity.text(key, lang, { last, count: `${String(used["count"])}${used["more"] ? "+" : ""}` }),
      currencies: Array.isArray(currencies) ? currencies.join(" / ") : "",
    };
  };
  return { isReady: !use || data !== undefined || failure !== undefined, describe };
}

const monthNames = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

const DAYS: EngineTexts<(day: string, hasYear: boolean) => string> = {
  zh: (day, hasYear) => (hasYear ? day : day.slice(5)),
  en: (day, hasYear) =>
    `${Number(day.slice(8))} ${monthNames.format(new Date(day))}${hasYear ? ` ${day.slice(0, 4)}` : ""}`,
};

/**
 * Formats a day (`YYYY-MM-DD`) for use within a sentence, with its year unless it is that of `today`.
 * @example
 * formatShortDay("2026-11-20", "2026-11-26", "en") // => "20 Nov"
 */
const formatShortDay = (day: string, today: string, lang: Lang): string =>
  pickText(DAYS, lang)(day, day.slice(0, 4) !== today.slice(0, 4));
