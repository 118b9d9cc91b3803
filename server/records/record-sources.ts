/** Reads rows of any entity: of its table, the ledger or a reference list. Lists, options, details and exports all read here. */
import {
  dayInZone,
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
import { createTurnSql } from "../lifecycle/turn.ts";
import type { Groups } from "../store/group-records.ts";
import type { RowSources } from "../store/read-records.ts";
import { records } from "../store/records.ts";
import { systemSource } from "../store/system.ts";
import { unionSource } from "../store/union.ts";
import { maySee } from "../schemas/menus.ts";
import { closeCursor, plainCursor, signer } from "./cursor.ts";
import { codesIn, listsIn } from "../schemas/localised.ts";
import type { RecordServices } from "./services.ts";
import { sayWhatWaits, saysWhatWaits } from "./waiting-says.ts";

/** Whose rows are read, and in which language reference lists are. */
export interface Reader {
  tenant: string;
  lang: Lang;
  /** The user; undefined where no union is read. */
  actor?: Actor;
}
/** Rows to read: all that the query selects, or the selected ones among them. */
export interface Selection extends Reader {
  ids?: readonly string[] | undefined;
}
/** One page of a list's response. */
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
        union: (entity) => unionSource(entity, { entities, may, turn: (members) => createTurnSql(db, members, actor) }),
      }
    : {};
  return records(db, { data: listsIn(schemas, lang), sources: { ...rowSources, ...own } });
}

/**
 * Opens a query's cursor; undefined without one. @throws Failure `invalid` for a cursor of another filter or order, of another tenant, or
 * sealed with another key
 */
export function positionIn(
  services: RecordServices,
  entity: Entity,
  query: Query,
  { tenant, lang }: Pick<Reader, "tenant" | "lang">,
): Position | undefined {
  if (query.cursor === undefined) return undefined;
  const opened = openCursor(entity, query, plainCursor(services, tenant, query.cursor), signer(services, tenant));
  if ("wrong" in opened) {
    const word = opened.wrong === "other" ? "cursorOther" : "cursorUnreadable";
    throw new Failure("invalid", {}, [fieldError("/cursor", word, lang, { code: "cursor" })]);
  }
  return opened.position;
}

/** Reads one page of the tenant's rows. @throws Failure like `positionIn` */
export async function readPage(
  services: RecordServices,
  entity: Entity,
  query: Query,
  { totals, ids, ...reader }: Selection & { totals: boolean },
): Promise<Page> {
  const { tenant } = reader;
  const after = positionIn(services, entity, query, reader);
  const { list, next, total, sums } = await rowsFor(services, reader).list(entity, query, {
    tenant,
    after,
    totals,
    ids,
  });
  const shown = presentRows(services, entity, list, reader.lang);
  return {
    list: reader.actor && saysWhatWaits(entity) ? await sayWhatWaits(services, shown, reader.actor) : shown,
    ...(next ? { next: closeCursor(services, tenant, sealCursor(entity, query, next, signer(services, tenant))) } : {}),
    ...(totals ? { total, sums } : {}),
  };
}

/** Reads the groups of the tenant's rows by `query.group`. */
export const readGroups = (
  services: RecordServices,
  entity: Entity,
  query: Query,
  { tenant, ...reader }: Reader,
): Promise<Groups> => rowsFor(services, reader).groups(entity, query, { tenant });

/** Reads one row by its key; undefined when it does not exist or is another tenant's. */
export async function readOne(
  services: RecordServices,
  entity: Entity,
  id: string,
  reader: Reader,
): Promise<Row | undefined> {
  const row = (await rowsFor(services, reader).get(entity, reader.tenant, id))?.data;
  return row && presentRows(services, entity, [row], reader.lang)[0];
}

/** Counts the rows that a query selects. */
export const countRows = (
  services: RecordServices,
  entity: Entity,
  query: Query,
  { tenant, ids, ...reader }: Selection,
): Promise<number> => rowsFor(services, reader).count(entity, query, { tenant, ids });

/** Reads all rows that a query selects as of one instant, in batches, for exports. The signal ends the reading. */
export async function* readBatches(
  services: RecordServices,
  entity: Entity,
  query: Query,
  { tenant, ids, signal, ...reader }: Selection & { signal?: AbortSignal },
): AsyncIterable<readonly Row[]> {
  for await (const rows of rowsFor(services, reader).exportRows(entity, query, { tenant, ids, signal }))
    yield presentRows(services, entity, rows, reader.lang);
}

/** Returns rows with `x-live` figures computed now and reasons in the reader's language. */
function presentRows(services: RecordServices, entity: Entity, rows: Row[], lang: Lang): Row[] {
  const current = computeLive(services, entity, rows);
  return hasReasons(entity)
    ? current.map((row) => sayReasons(codesIn(services.schemas, lang), entity, row, lang))
    : current;
}

/** Computes the `x-live` fields of rows, which no stored row holds up to date. */
function computeLive({ clock }: Pick<RecordServices, "clock">, entity: Entity, rows: Row[]): Row[] {
  const names = entity.fields.filter((field) => field.live).map((field) => field.name);
  if (names.length === 0) return rows;
  const facts = factScope(entity, { today: dayInZone(clock.now(), entity.dialect.zone) });
  return rows.map((row) => {
    const figures = entity.compute(row, facts);
    const known = Object.fromEntries(
      names.filter((name) => figures[name] !== undefined).map((name) => [name, figures[name]]),
    );
    return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))), ...known };
  });
}

/** Returns all rows of a reference list; they are the same for every tenant. */
export const allRows = ({ schemas }: Pick<RecordServices, "schemas">, entity: Entity, lang: Lang): readonly Row[] =>
  listsIn(schemas, lang).get(entity.name) ?? [];
