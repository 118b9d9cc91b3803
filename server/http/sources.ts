/** Where an entity's rows come from: its table, the ledger, or the reference lists. One answer for lists, options, details and exports. */
import { applyQuery, openCursor, sealCursor, type Applied, type Entity, type Lang, type Position, type Query, type Row } from "../../src/engine/index.ts";
import type { Deps } from "../app.ts";
import { projections } from "../ledger/projections.ts";
import { records } from "../store/records.ts";
import { localised } from "./localised.ts";
import { signer } from "./cursor.ts";

/** Whose rows, and in which language reference lists are read. */
export interface Reader { m: string; lang: Lang }
export interface Page {
  list: Row[];
  /** Cursor of the following page. */
  next?: string;
  total?: number;
  sums?: Record<string, Record<string, string>>;
}

/** One page of the merchant's rows. A cursor that does not open (another query's, an old one) reads like the first page and is said so in `ignored`. */
export async function readPage(deps: Deps, entity: Entity, query: Query, reader: Reader, options: { totals: boolean; ids?: readonly string[] }): Promise<Page> {
  const sign = signer(deps, reader.m);
  const after = query.cursor === undefined ? undefined : openCursor(entity, query, query.cursor, sign);
  if (query.cursor !== undefined && !after) query.ignored.push(`cursor=${query.cursor}`);
  const sealed = (position: Position | undefined) => position && sealCursor(entity, query, position, sign);
  const scope = { m: reader.m, after, ids: options.ids };
  if (entity.source === "store") {
    const page = await records(deps.db, deps.schemas).list(entity, query, { ...scope, totals: options.totals });
    return { list: page.list, next: sealed(page.next), ...(options.totals ? { total: page.total, sums: page.sums } : {}) };
  }
  const { list, next, total, sums }: Applied = applyQuery(entity, await allRows(deps, entity, reader), query, scope);
  return { list, next: sealed(next), ...(options.totals ? { total, sums } : {}) };
}

/** One row by its key; nothing when it is missing or another merchant's. */
export async function readOne(deps: Deps, entity: Entity, id: string, reader: Reader): Promise<Row | undefined> {
  if (entity.source === "store") return (await records(deps.db, deps.schemas).get(entity, reader.m, id))?.data;
  return (await allRows(deps, entity, reader)).find((row) => row[entity.key] === id);
}

/** All rows that a query chooses, in batches, for exports. */
export async function* readBatches(deps: Deps, entity: Entity, query: Query, reader: Reader, ids?: readonly string[]): AsyncGenerator<readonly Row[]> {
  if (entity.source === "store") {
    yield* records(deps.db, deps.schemas).exportRows(entity, query, { m: reader.m, ids });
    return;
  }
  yield applyQuery(entity, await allRows(deps, entity, reader), { ...query, page: 1 }, { ids, limit: Number.MAX_SAFE_INTEGER }).list;
}

/** Rows of a source that has no table of its own: few enough to hold. */
export async function allRows(deps: Deps, entity: Entity, { m, lang }: Reader): Promise<Row[]> {
  if (entity.source === "data") return (deps.schemas.data.get(entity.name) ?? []).map((row) => localised(row, lang));
  const project = projections[entity.name];
  if (!project) throw new Error(`no projection gives rows of ${entity.name}`);
  return project(deps.db, m);
}
