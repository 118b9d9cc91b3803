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
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { fieldError } from "../core/field-error.ts";
import { hasReasons, sayReasons } from "../lifecycle/reasons.ts";
import { records, type RowSources } from "../store/records.ts";
import { systemSource } from "../store/system.ts";
import { unionSource } from "../store/union.ts";
import { maySee } from "../schemas/menus.ts";
import { closeCursor, plainCursor, signer } from "./cursor.ts";
import { codesIn, listsIn } from "../schemas/localised.ts";
import type { RecordServices } from "./services.ts";

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

function rowsFor({ db, schemas, rowSources }: RecordServices, { lang, actor }: Pick<Reader, "lang" | "actor">) {
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
  services: RecordServices,
  entity: Entity,
  query: Query,
  { m, lang }: Pick<Reader, "m" | "lang">,
): Position | undefined {
  if (query.cursor === undefined) return undefined;
  const opened = openCursor(entity, query, plainCursor(services, m, query.cursor), signer(services, m));
  if ("wrong" in opened)
    throw new Failure("invalid", {}, [
      fieldError("/cursor", opened.wrong === "other" ? "cursorOther" : "cursorUnreadable", lang, {}, "cursor"),
    ]);
  return opened.position;
}

/** One page of the merchant's rows. Throws as `positionIn`. */
export async function readPage(
  services: RecordServices,
  entity: Entity,
  query: Query,
  reader: Reader,
  options: { totals: boolean; ids?: readonly string[] },
): Promise<Page> {
  const { m } = reader;
  const after = positionIn(services, entity, query, reader);
  const { list, next, total, sums } = await rowsFor(services, reader).list(entity, query, { m, after, ...options });
  return {
    list: told(services, entity, list, reader.lang),
    ...(next ? { next: closeCursor(services, m, sealCursor(entity, query, next, signer(services, m))) } : {}),
    ...(options.totals ? { total, sums } : {}),
  };
}

/** One row by its key; nothing when it is missing or another merchant's. */
export async function readOne(
  services: RecordServices,
  entity: Entity,
  id: string,
  reader: Reader,
): Promise<Row | undefined> {
  const row = (await rowsFor(services, reader).get(entity, reader.m, id))?.data;
  return row && told(services, entity, [row], reader.lang)[0];
}

/** How many rows a query chooses. */
export const countRows = (
  services: RecordServices,
  entity: Entity,
  query: Query,
  reader: Reader,
  ids?: readonly string[],
): Promise<number> => rowsFor(services, reader).count(entity, query, { m: reader.m, ids });

/** All rows that a query chooses as they stand at one instant, in batches, for exports. */
export async function* readBatches(
  services: RecordServices,
  entity: Entity,
  query: Query,
  reader: Reader,
  ids?: readonly string[],
  signal?: AbortSignal,
): AsyncIterable<readonly Row[]> {
  for await (const rows of rowsFor(services, reader).exportRows(entity, query, { m: reader.m, ids, signal }))
    yield told(services, entity, rows, reader.lang);
}

/** Rows as this reader gets them: figures of now, reasons in his language. */
function told(services: RecordServices, entity: Entity, rows: Row[], lang: Lang): Row[] {
  const current = fresh(services, entity, rows);
  return hasReasons(entity)
    ? current.map((row) => sayReasons(codesIn(services.schemas, lang), entity, row, lang))
    : current;
}

/** Rows with what is computed anew whenever they are read (`x-live`). */
function fresh({ clock }: Pick<RecordServices, "clock">, entity: Entity, rows: Row[]): Row[] {
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
export const allRows = ({ schemas }: Pick<RecordServices, "schemas">, entity: Entity, lang: Lang): readonly Row[] =>
  listsIn(schemas, lang).get(entity.name) ?? [];
