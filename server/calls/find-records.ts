/**
 * GET /session/search: finds records of every kind that the user may open, by number, name, amount or the last four to
 * six digits of an account or card number, and resolves check codes of documents.
 */
import { hasAccess } from "../core/access.ts";
import {
  buildCountSql,
  buildKindContext,
  type CallResponse,
  createEmptyQuery,
  Decimal,
  type Entity,
  type Field,
  fillLink,
  findColumn,
  findCurrency,
  findLinks,
  getTableName,
  type Lang,
  matchesWhole,
  type Row,
} from "@portolan/engine";
import { assertPresent } from "../core/required.ts";
import type { Actor } from "../core/actor.ts";
import { formatWord } from "./entity/export-call.ts";
import { sessionHandler } from "./handler.ts";
import { checkDocument, type CheckedDocument } from "../records/check-document.ts";
import type { Services } from "../http/services.ts";
import { canSee } from "@portolan/engine/folder";
import { readLabels } from "../records/labels.ts";
import type { Database } from "../store/database.ts";
import { listKeyCasings } from "../store/page.ts";
import { present } from "../records/present.ts";
import { findByOtherNames } from "../records/other-names-search.ts";
import type { RecordServices } from "../records/services.ts";

/** Maximum number of results per kind. */
const MAX_PER_KIND = 5;
const MAX_FOUND = 20;
/** Matches the last four to six digits of an account or card number. */
const TAIL = /^\d{4,6}$/;

interface Found {
  entity: Entity;
  id: string;
  createdAt: string;
  status: string;
  data: Row;
}
interface Stored {
  id: string;
  status: string;
  created_at: string;
  data: Row;
}
const toFound = (entity: Entity, { id, status, created_at, data }: Stored): Found => ({
  entity,
  id,
  status,
  createdAt: new Date(created_at).toISOString(),
  data,
});

export const findRecords = sessionHandler("findRecords", async ({ services, actor, body, lang }) => {
  const { db, schemas } = services;
  const q = body.q.trim();
  const kinds = [...schemas.entities.values()].filter(
    ({ source, calls, name }) =>
      source === "store" &&
      calls.list !== undefined &&
      hasAccess(services, calls.list.access, actor.userStatus) &&
      (!calls.list.grant || actor.grants.has(calls.list.grant)) &&
      canSee(schemas, name, actor.grants),
  );
  const document = await findDocument(services, actor, q);
  if (document) return { list: [describeDocument(document, lang)], all: [] };
  const found = await findByName(db, kinds, actor.tenant, q);
  const matched = new Map<Entity, number>();
  // A complete record number identifies one record, so skip the other searches.
  for (const entity of found.length > 0 ? [] : kinds) {
    const params: unknown[] = [actor.tenant];
    const matches = buildConditions(entity, q, (value) => `$${params.push(value)}`);
    if (matches.length === 0) continue;
    const rows = await db.query(
      `SELECT id, status, created_at, data FROM ${getTableName(entity)} WHERE m = $1 AND (${matches.join(" OR ")}) ORDER BY created_at DESC, id LIMIT ${MAX_PER_KIND + 1}`,
      params,
    );
    found.push(...rows.slice(0, MAX_PER_KIND).map((row) => toFound(entity, row)));
    matched.set(entity, rows.length);
    // If nothing matched, search entities without a lifecycle, such as parties and accounts, by pinyin and by the
    // short names of their banks and the like, because users know these records by name.
    if (rows.length === 0 && !entity.lifecycle)
      found.push(...(await findKindByOtherNames(services, entity, q, { actor, lang })));
  }
  const exact = (item: Found) => Number(item.id.toLowerCase() === q.toLowerCase());
  const sorted = found
    .toSorted((a, b) => exact(b) - exact(a) || (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, MAX_FOUND);
  const shown = (entity: Entity) => sorted.filter((item) => item.entity === entity).length;
  const cut = [...matched].flatMap(([entity, rows]) => (rows > shown(entity) ? [entity] : []));
  const all = await Promise.all(
    cut.map(async (entity) => ({
      entity: entity.name,
      count: await findListed(db, entity, actor.tenant, q),
      shown: shown(entity),
    })),
  );
  const reader = { tenant: actor.tenant, lang, actor };
  return {
    all: all.filter((item) => item.count > item.shown).map(({ entity, count }) => ({ entity, count })),
    list: await Promise.all(
      sorted.map(async (item) =>
        describeFound(item, actor, lang, await readLabels(services, item.entity, [item.data], reader)),
      ),
    ),
  };
});

/** Finds records of a kind by the pinyin and the other names of the values that its list displays. */
async function findKindByOtherNames(
  services: RecordServices,
  entity: Entity,
  q: string,
  reader: { actor: Actor; lang: Lang },
): Promise<Found[]> {
  const rows = await findByOtherNames(services, entity, { ...createEmptyQuery(), q }, reader);
  const ids = rows.slice(0, MAX_PER_KIND).map((row) => String(row[entity.key]));
  if (ids.length === 0) return [];
  const among = ids.map((_id, index) => `$${index + 2}`).join(", ");
  const stored = await services.db.query(
    `SELECT id, status, created_at, data FROM ${getTableName(entity)} WHERE m = $1 AND id IN (${among})`,
    [reader.actor.tenant, ...ids],
  );
  return stored.map((row) => toFound(entity, row));
}

/** Returns the document with this check code if the user may open its record; undefined for any other search text. */
async function findDocument(services: Services, actor: Actor, q: string): Promise<CheckedDocument | undefined> {
  const { schemas } = services;
  const entities = [...schemas.entities.values()].filter(
    ({ calls, name }) =>
      calls.detail !== undefined &&
      hasAccess(services, calls.detail.access, actor.userStatus) &&
      canSee(schemas, name, actor.grants),
  );
  return checkDocument(services, q, { tenant: actor.tenant, entities });
}

/** Returns the search result for a document, including whether the document matches the stored record. */
const describeDocument = (
  { entity, id, genuine }: CheckedDocument,
  lang: Lang,
): CallResponse<"findRecords">["list"][number] => ({
  entity: entity.name,
  id,
  kind: entity.text("label", lang),
  title: id,
  detail: formatWord(lang, genuine ? "receipt.genuine" : "receipt.differs"),
  status: formatWord(lang, genuine ? "receipt.matches" : "receipt.noMatch"),
  tone: genuine ? "success" : "danger",
});

async function findByName(db: Database, kinds: readonly Entity[], tenant: string, q: string): Promise<Found[]> {
  if (kinds.length === 0) return [];
  const keys = listKeyCasings(q);
  const among = keys.map((_key, index) => `$${index + 2}`).join(", ");
  const selects = kinds.map(
    ({ name }, index) =>
      `SELECT ${index} AS kind, id, status, created_at, data FROM ${getTableName({ name })} WHERE m = $1 AND id IN (${among})`,
  );
  const rows = await db.query<Stored & { kind: number }>(selects.join(" UNION ALL "), [tenant, ...keys]);
  return rows.map((row) => toFound(assertPresent(kinds[Number(row.kind)], "a searched kind"), row));
}

/**
 * Counts the records that the list call of the entity finds for the search text. It does not compare amounts or masked
 * digits.
 */
async function findListed(db: Database, entity: Entity, tenant: string, q: string): Promise<number> {
  const { sql, params } = buildCountSql(entity, { ...createEmptyQuery(), q }, { tenant });
  return Number((await db.query(sql, params))[0]?.total ?? 0);
}

/**
 * Returns the SQL conditions that search an entity's records. Omits fields without a column, such as sensitive ones.
 * Fields that lists mask are searched by their last four to six digits only, unless they are stored masked.
 */
function buildConditions(entity: Entity, q: string, bind: (value: unknown) => string): string[] {
  const like = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);
  const matches = [`id ILIKE ${bind(`%${like(q)}%`)}`];
  for (const name of entity.list.search) {
    const ref = findColumn(entity, name);
    if (ref && ref.column !== "id" && !matchesWhole(ref.field))
      matches.push(`${ref.column}::text ILIKE ${bind(`%${like(q)}%`)}`);
  }
  const amount = Decimal.parse(q.replaceAll(/[,，\s]/g, ""));
  for (const field of entity.fields) {
    const ref = findColumn(entity, field.name);
    if (!ref || ref.column === "id") continue;
    if (amount && field.currency && ref.type === "numeric")
      matches.push(`${ref.column} = ${bind(amount.toString())}::numeric`);
    if (TAIL.test(q) && field.mask && ref.type === "text") matches.push(`${ref.column} LIKE ${bind(`%${q}`)}`);
  }
  return matches;
}

/** Returns the search result for a record: its name, amount and state, masked as in its list. */
function describeFound(
  { entity, id, status, data }: Found,
  actor: Actor,
  lang: Lang,
  labels: Record<string, Record<string, string>>,
): CallResponse<"findRecords">["list"][number] {
  const row = present(entity, data, actor, "list");
  const format = (name: string | undefined): string => {
    const field = name === undefined ? undefined : entity.fields.find((field) => field.name === name);
    return field && row[field.name] !== undefined
      ? (labels[field.name]?.[String(row[field.name])] ?? readText(entity, field, row, lang))
      : "";
  };
  const { card, columns } = entity.list;
  const state = entity.lifecycle?.states.find(({ name }) => name === status);
  const money = entity.fields.find(({ name }) => name === card?.amount);
  const amount = money && [format(money.name), findCurrency(money, row)];
  const main = findLinks(entity, data).find((link) => link.main);
  return {
    entity: entity.name,
    id,
    kind: entity.text("label", lang),
    title: format(card?.title) || format(columns.find((name) => name !== entity.key)) || id,
    detail: [amount?.[0] && amount.filter(Boolean).join(" "), id].filter(Boolean).join(" · "),
    ...(state ? { status: entity.stateLabel(state.name, lang), tone: state.tone } : {}),
    ...(main
      ? {
          next: {
            label: { zh: entity.text(`link.${main.id}`, "zh"), en: entity.text(`link.${main.id}`, "en") },
            to: fillLink(main.to, row),
          },
        }
      : {}),
  };
}

const readText = (entity: Entity, field: Field, row: Row, lang: Lang): string =>
  field.kind.text(row[field.name], buildKindContext(entity, field, lang, row));
