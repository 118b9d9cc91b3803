/** Where an entity's rows come from: its table, the ledger, or a reference list. One answer for lists, options, details and exports. */
import {
  dayInChina,
  factScope,
  openCursor,
  sealCursor,
  type Entity,
  type Lang,
  type Position,
  type Query,
  type Row,
} from "../../src/engine/index.ts";
import type { Deps } from "../app.ts";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { fieldError } from "../core/field-error.ts";
import { hasReasons, sayReasons } from "../lifecycle/reasons.ts";
import { records, type RowSources } from "../store/records.ts";
import { systemSource } from "../store/system.ts";
import { unionSource } from "../store/union.ts";
import { maySee } from "../schemas/menus.ts";
import { closeCursor, plainCursor, signer } from "./cursor.ts";
import { codesIn, listsIn } from "./localised.ts";

/** Whose rows, and in which language reference lists are read; `actor`: the person, without whom no union can be read. */
export interface Reader {
  m: string;
  lang: Lang;
  actor?: Actor;
}
/** One page as it travels. */
export interface Page {
  list: Row[];
  /** Cursor of the following page. */
  next?: string;
  total?: number;
  sums?: Record<string, Record<string, string>>;
}

function rowsFor({ db, schemas, rowSources }: Deps, { lang, actor }: Pick<Reader, "lang" | "actor">) {
  const { entities } = schemas;
  const may = (name: string) => actor !== undefined && maySee(schemas, name, actor.grants);
  const own: RowSources = actor
    ? {
        system: (entity) => systemSource(entity, { actor, entities, lang }),
        union: (entity) => unionSource(db, entity, { actor, entities, may }),
      }
    : {};
  return records(db, { data: listsIn(schemas, lang), sources: { ...rowSources, ...own } });
}

/** Where a query's cursor begins; nothing without one. Throws `invalid` for a cursor that does not open: of another filter or order, of another merchant, sealed with another key. */
export function positionIn(
  deps: Deps,
  entity: Entity,
  query: Query,
  { m, lang }: Pick<Reader, "m" | "lang">,
): Position | undefined {
  if (query.cursor === undefined) return undefined;
  const opened = openCursor(entity, query, plainCursor(deps, m, query.cursor), signer(deps, m));
  if ("wrong" in opened)
    throw new Failure("invalid", {}, [
      fieldError("/cursor", opened.wrong === "other" ? "cursorOther" : "cursorUnreadable", lang, {}, "cursor"),
    ]);
  return opened.position;
}

/** One page of the merchant's rows. Throws as `positionIn`. */
export async function readPage(
  deps: Deps,
  entity: Entity,
  query: Query,
  reader: Reader,
  options: { totals: boolean; ids?: readonly string[] },
): Promise<Page> {
  const { m } = reader;
  const after = positionIn(deps, entity, query, reader);
  const { list, next, total, sums } = await rowsFor(deps, reader).list(entity, query, { m, after, ...options });
  return {
    list: told(deps, entity, list, reader.lang),
    ...(next ? { next: closeCursor(deps, m, sealCursor(entity, query, next, signer(deps, m))) } : {}),
    ...(options.totals ? { total, sums } : {}),
  };
}

/** One row by its key; nothing when it is missing or another merchant's. */
export async function readOne(deps: Deps, entity: Entity, id: string, reader: Reader): Promise<Row | undefined> {
  const row = (await rowsFor(deps, reader).get(entity, reader.m, id))?.data;
  return row && told(deps, entity, [row], reader.lang)[0];
}

/** How many rows a query chooses. */
export const countRows = (
  deps: Deps,
  entity: Entity,
  query: Query,
  reader: Reader,
  ids?: readonly string[],
): Promise<number> => rowsFor(deps, reader).count(entity, query, { m: reader.m, ids });

/** All rows that a query chooses as they stand at one instant, in batches, for exports. */
export async function* readBatches(
  deps: Deps,
  entity: Entity,
  query: Query,
  reader: Reader,
  ids?: readonly string[],
  signal?: AbortSignal,
): AsyncIterable<readonly Row[]> {
  for await (const rows of rowsFor(deps, reader).exportRows(entity, query, { m: reader.m, ids, signal }))
    yield told(deps, entity, rows, reader.lang);
}

/** Rows as this reader gets them: figures of now, reasons in his language. */
function told(deps: Deps, entity: Entity, rows: Row[], lang: Lang): Row[] {
  const current = fresh(deps, entity, rows);
  return hasReasons(entity)
    ? current.map((row) => sayReasons(codesIn(deps.schemas, lang), entity, row, lang))
    : current;
}

/** Rows with what is computed anew whenever they are read (`x-live`). */
function fresh({ clock }: Pick<Deps, "clock">, entity: Entity, rows: Row[]): Row[] {
  const names = entity.fields.filter((field) => field.live).map((field) => field.name);
  if (names.length === 0) return rows;
  const facts = factScope(entity, { today: dayInChina(clock.now()) });
  return rows.map((row) => {
    const figures = entity.compute(row, facts);
    const known = Object.fromEntries(
      names.filter((name) => figures[name] !== undefined).map((name) => [name, figures[name]]),
    );
    return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))), ...known };
  });
}

/** All rows of a reference list; the same for every merchant. */
export const allRows = ({ schemas }: Pick<Deps, "schemas">, entity: Entity, lang: Lang): readonly Row[] =>
  listsIn(schemas, lang).get(entity.name) ?? [];
