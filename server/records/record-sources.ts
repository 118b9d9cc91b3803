/**
 * Reads rows of any entity from its table, a row source such as the ledger, or a reference list. Used by lists,
 * options, details and exports.
 */
import {
  computeRecord,
  formatDay,
  buildFactScope,
  openCursor,
  sealCursor,
  type Entity,
  type Lang,
  type Position,
  type Query,
  type Row,
} from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { Failure } from "../core/failure.ts";
import { createFieldError } from "../core/field-error.ts";
import { listCodes, hasReasons, localizeReasons } from "../lifecycle/reasons.ts";
import { createTurnSql } from "../lifecycle/turn.ts";
import type { Groups } from "../store/group-records.ts";
import type { RowSources } from "../store/read-records.ts";
import { createRecordStore } from "../store/records.ts";
import { buildSystemSource } from "../store/system.ts";
import { buildUnionSource } from "../store/union.ts";
import { canSee, readLists } from "@portolan/engine/folder";
import { closeCursor, openPlainCursor, createSigner } from "./cursor.ts";
import type { RecordServices } from "./services.ts";
import { describePending, isSayingWhatWaits } from "./describe-pending.ts";

/** The tenant whose rows are read, and the language of reference lists. */
export interface Reader {
  tenant: string;
  lang: Lang;
  /** The user, required only for entities with source `system` or `union`. */
  actor?: Actor;
}
/** Rows to read: all that match the query, or only the selected ones. */
export interface Selection extends Reader {
  ids?: readonly string[] | undefined;
}
export interface Page {
  list: Row[];
  /** Cursor of the next page, or undefined on the last page. */
  next?: string;
  total?: number;
  sums?: Record<string, Record<string, string>>;
}

function listRowsFor(
  { db, schemas, rowSources, vocabulary: { accounts } }: RecordServices,
  { lang, actor }: Pick<Reader, "lang" | "actor">,
) {
  const { entities } = schemas;
  const may = (name: string) => actor !== undefined && canSee(schemas, name, actor.grants);
  const own: RowSources = actor
    ? {
        system: (entity) => buildSystemSource(entity, { accounts, actor, entities, lang }),
        union: (entity) =>
          buildUnionSource(entity, { entities, may, turn: (members) => createTurnSql(db, members, actor) }),
      }
    : {};
  return createRecordStore(db, { data: readLists(schemas, lang), sources: { ...rowSources, ...own } });
}

/**
 * Opens the cursor of a query. Returns undefined if the query has none.
 *
 * @throws Failure `invalid` when the cursor is malformed or belongs to another filter, order or tenant, `keyUnknown`
 * when this node lacks its key
 */
export function findPosition(
  services: RecordServices,
  entity: Entity,
  query: Query,
  { tenant, lang }: Pick<Reader, "tenant" | "lang">,
): Position | undefined {
  if (query.cursor === undefined) return undefined;
  const opened = openCursor(
    entity,
    query,
    openPlainCursor(services, tenant, query.cursor),
    createSigner(services, tenant),
  );
  if ("wrong" in opened) {
    const key = opened.wrong === "other" ? "cursorOther" : "cursorUnreadable";
    throw new Failure("invalid", {}, [createFieldError("/cursor", key, lang, { code: "cursor" })]);
  }
  return opened.position;
}

/** Reads one page of the tenant's rows. @throws Failure as `findPosition` */
export async function readPage(
  services: RecordServices,
  entity: Entity,
  query: Query,
  { totals, ids, ...reader }: Selection & { totals: boolean },
): Promise<Page> {
  const { tenant } = reader;
  const after = findPosition(services, entity, query, reader);
  const { list, next, total, sums } = await listRowsFor(services, reader).list(entity, query, {
    tenant,
    after,
    totals,
    ids,
  });
  const shown = presentRows(services, entity, list, reader.lang);
  return {
    list: reader.actor && isSayingWhatWaits(entity) ? await describePending(services, shown, reader.actor) : shown,
    ...(next
      ? { next: closeCursor(services, tenant, sealCursor(entity, query, next, createSigner(services, tenant))) }
      : {}),
    ...(totals ? { total, sums } : {}),
  };
}

/** Reads the groups of the tenant's rows by `query.group`. */
export const readGroups = (
  services: RecordServices,
  entity: Entity,
  query: Query,
  { tenant, ...reader }: Reader,
): Promise<Groups> => listRowsFor(services, reader).groups(entity, query, { tenant });

/** Reads one row by its key. Returns undefined if it does not exist or belongs to another tenant. */
export async function readOne(
  services: RecordServices,
  entity: Entity,
  id: string,
  reader: Reader,
): Promise<Row | undefined> {
  const row = (await listRowsFor(services, reader).get(entity, reader.tenant, id))?.data;
  return row && presentRows(services, entity, [row], reader.lang)[0];
}

export const countRows = (
  services: RecordServices,
  entity: Entity,
  query: Query,
  { tenant, ids, ...reader }: Selection,
): Promise<number> => listRowsFor(services, reader).count(entity, query, { tenant, ids });

/**
 * Counts the records of each view of the list that the user may open, under the filters of the query.
 *
 * @returns counts by view id
 */
export async function countViews(
  services: RecordServices,
  entity: Entity,
  query: Query,
  reader: Reader & { actor: Actor },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { id, grant } of entity.list.views)
    if (!grant || reader.actor.grants.has(grant))
      counts[id] = await countRows(services, entity, { ...query, view: id }, reader);
  return counts;
}

/** Reads all rows that match a query as of one instant, in batches, for exports. Aborting the signal stops it. */
export async function* readBatches(
  services: RecordServices,
  entity: Entity,
  query: Query,
  { tenant, ids, signal, ...reader }: Selection & { signal?: AbortSignal },
): AsyncIterable<readonly Row[]> {
  for await (const rows of listRowsFor(services, reader).exportRows(entity, query, { tenant, ids, signal }))
    yield presentRows(services, entity, rows, reader.lang);
}

/** Returns rows with current `x-live` values, and with reasons in the reader's language. */
function presentRows(services: RecordServices, entity: Entity, rows: Row[], lang: Lang): Row[] {
  const current = computeLive(services, entity, rows);
  return hasReasons(entity)
    ? current.map((row) => localizeReasons(listCodes(services.schemas, lang), entity, row, lang))
    : current;
}

/** Computes the `x-live` fields of rows, because their stored values may be out of date. */
function computeLive({ clock }: Pick<RecordServices, "clock">, entity: Entity, rows: Row[]): Row[] {
  const names = entity.fields.filter((field) => field.live).map((field) => field.name);
  if (names.length === 0) return rows;
  const facts = buildFactScope(entity, { today: formatDay(clock.now(), entity.dialect.zone) });
  return rows.map((row) => {
    const figures = computeRecord(entity, row, facts);
    const known = Object.fromEntries(
      names.filter((name) => figures[name] !== undefined).map((name) => [name, figures[name]]),
    );
    return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))), ...known };
  });
}

/** Returns all rows of a reference list, which are the same for every tenant, or an empty array for other entities. */
export const listAllRows = ({ schemas }: Pick<RecordServices, "schemas">, entity: Entity, lang: Lang): readonly Row[] =>
  readLists(schemas, lang).get(entity.name) ?? [];
