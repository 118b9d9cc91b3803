/** Where an entity's rows come from: its table, the ledger, or a reference list. One answer for lists, options, details and exports. */
import { openCursor, sealCursor, type Entity, type Lang, type Query, type Row } from "../../src/engine/index.ts";
import type { Deps } from "../app.ts";
import { records } from "../store/records.ts";
import { signer } from "./cursor.ts";
import { listsIn } from "./localised.ts";

/** Whose rows, and in which language reference lists are read. */
export interface Reader { m: string; lang: Lang }
/** One page as it travels. */
export interface Page {
  list: Row[];
  /** Cursor of the following page. */
  next?: string;
  total?: number;
  sums?: Record<string, Record<string, string>>;
}

const rowsFor = ({ db, schemas }: Deps, lang: Lang) => records(db, { data: listsIn(schemas, lang) });

/** One page of the merchant's rows. A cursor that does not open (another query's, an old one) reads like the first page and is said so in `query.ignored`. */
export async function readPage(deps: Deps, entity: Entity, query: Query, { m, lang }: Reader, options: { totals: boolean; ids?: readonly string[] }): Promise<Page> {
  const sign = signer(deps, m);
  const after = query.cursor === undefined ? undefined : openCursor(entity, query, query.cursor, sign);
  if (query.cursor !== undefined && !after) query.ignored.push(`cursor=${query.cursor}`);
  const { list, next, total, sums } = await rowsFor(deps, lang).list(entity, query, { m, after, ...options });
  return { list, ...(next ? { next: sealCursor(entity, query, next, sign) } : {}), ...(options.totals ? { total, sums } : {}) };
}

/** One row by its key; nothing when it is missing or another merchant's. */
export async function readOne(deps: Deps, entity: Entity, id: string, { m, lang }: Reader): Promise<Row | undefined> {
  return (await rowsFor(deps, lang).get(entity, m, id))?.data;
}

/** All rows that a query chooses, in batches, for exports. */
export function readBatches(deps: Deps, entity: Entity, query: Query, { m, lang }: Reader, ids?: readonly string[]): AsyncIterable<readonly Row[]> {
  return rowsFor(deps, lang).exportRows(entity, query, { m, ids });
}

/** All rows of a reference list; the same for every merchant. */
export const allRows = ({ schemas }: Deps, entity: Entity, lang: Lang): readonly Row[] => listsIn(schemas, lang).get(entity.name) ?? [];
