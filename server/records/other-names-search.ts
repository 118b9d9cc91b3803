/**
 * Finds a tenant's records by what the database cannot search: pinyin, and the other names of the rows of reference
 * lists, such as the short name of a bank.
 */
import {
  createEmptyQuery,
  isPinyin,
  matchesPinyin,
  type Entity,
  type Lang,
  type Query,
  type Row,
} from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { present } from "./present.ts";
import { listAllRows, readPage } from "./record-sources.ts";
import { listSearchTexts, searchRows } from "./reference-search.ts";
import type { RecordServices } from "./services.ts";

/** Maximum number of records, in list order, that are searched. */
const MAX_SEARCHED = 500;

/**
 * Returns the tenant's records that match the typed text by pinyin, or by another name of a referenced row, among the
 * first `MAX_SEARCHED` that match the filters. Searches the values as the list displays them, so that masked digits and
 * names are not matched.
 */
export async function findByOtherNames(
  services: RecordServices,
  entity: Entity,
  { q = "", filters }: Pick<Query, "q" | "filters">,
  { actor, lang }: { actor: Actor; lang: Lang },
): Promise<Row[]> {
  const typed = q.trim();
  const referenced = typed === "" ? [] : findReferenced(services, entity, typed, lang);
  if (!isPinyin(typed) && referenced.length === 0) return [];
  const { list } = await readPage(
    services,
    entity,
    { ...createEmptyQuery(), filters, size: MAX_SEARCHED },
    { tenant: actor.tenant, lang, actor, totals: false },
  );
  return list
    .map((row) => present(entity, row, actor, "list"))
    .filter(
      (row) =>
        referenced.some(([name, keys]) => keys.has(row[name])) ||
        listSearchTexts(entity, row, lang).some((text) => matchesPinyin(text, typed)),
    );
}

/** Returns the searched fields that refer to a reference list, each with the keys of the rows that match the text. */
function findReferenced(
  services: Pick<RecordServices, "schemas">,
  entity: Entity,
  typed: string,
  lang: Lang,
): [name: string, keys: ReadonlySet<unknown>][] {
  return entity.list.search.flatMap((name) => {
    const { options } = entity.field(name);
    const target = options && "list" in options ? services.schemas.entities.get(options.list) : undefined;
    if (target?.source !== "data") return [];
    const rows = searchRows(target, listAllRows(services, target, lang), typed, lang);
    return rows.length > 0 ? [[name, new Set(rows.map((row) => row[target.key]))]] : [];
  });
}
