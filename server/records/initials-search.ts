/** Finds a tenant's records by pinyin initials, which the database cannot search. */
import {
  createEmptyQuery,
  hasInitials,
  isInitials,
  type Entity,
  type Lang,
  type Query,
  type Row,
} from "../../src/engine/index.ts";
import type { Actor } from "../core/actor.ts";
import { present } from "./present.ts";
import { readPage } from "./record-sources.ts";
import { listSearchTexts } from "./reference-search.ts";
import type { RecordServices } from "./services.ts";

/** Maximum number of records, in list order, that are searched by initials. */
const MAX_SEARCHED = 500;

/**
 * Returns the tenant's records with a value whose initials were typed, among the first `MAX_SEARCHED` that match the
 * filters. Searches the values as the list displays them, so that masked digits and names are not matched. Returns an
 * empty array if the input cannot be initials.
 */
export async function findByInitials(
  services: RecordServices,
  entity: Entity,
  { q = "", filters }: Pick<Query, "q" | "filters">,
  { actor, lang }: { actor: Actor; lang: Lang },
): Promise<Row[]> {
  if (!isInitials(q)) return [];
  const { list } = await readPage(
    services,
    entity,
    { ...createEmptyQuery(), filters, size: MAX_SEARCHED },
    { tenant: actor.tenant, lang, actor, totals: false },
  );
  return list
    .map((row) => present(entity, row, actor, "list"))
    .filter((row) => listSearchTexts(entity, row, lang).some((text) => hasInitials(text, q)));
}
