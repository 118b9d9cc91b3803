/**
 * Entities with source `union` are read from the tables of their members. Each member is a subselect with the columns
 * of one table (`m id own_id status version schema_version created_at updated_at data`, and one `f_` column per field),
 * so that lists, filters, sums and exports work. A mapped field is the member's unchanged column, so that a page reads
 * the first rows of each member by index.
 *
 * In addition to the mapped fields, each row has `id` (`<member>.<key>`), `entity` (the member's name), `turn` (`you`
 * while the record waits for an event that the user may fire, else `us`) and `nextEvent` (that event).
 */
import {
  toColumnName,
  findColumn,
  getTableName,
  type Entity,
  type Field,
  type RowSelect,
  type UnionMember,
} from "@portolan/engine";
import { quote } from "./quote.ts";

/**
 * SQL expressions for the records of a member, as seen by one user: the value of `turn`, the event that a record waits
 * for, and whether it waits for the user.
 */
export interface WaitingSql {
  turn: string;
  nextEvent: string;
  isWaiting: string;
}
/** The members that the user may read, and the SQL of what their records wait for. */
export interface UnionReader {
  entities: ReadonlyMap<string, Entity>;
  may(entity: string): boolean;
  turn(members: readonly Entity[]): Promise<(entity: Entity) => WaitingSql>;
}

/**
 * Returns the subselects of a union, one per member that the user may read, or a single empty one if there are none.
 */
export async function buildUnionSource(union: Entity, reader: UnionReader): Promise<RowSelect> {
  const members = (union.union ?? []).flatMap((member) => {
    const theirs = reader.may(member.entity) ? reader.entities.get(member.entity) : undefined;
    return theirs ? [{ member, theirs }] : [];
  });
  if (members.length === 0) return [`(${buildEmptySource(union)})`];
  const turn = await reader.turn(members.map(({ theirs }) => theirs));
  return members.map(({ member, theirs }) => `(${select(union, member, theirs, turn(theirs))})`);
}

const listOwn = (union: Entity) => union.fields.filter(({ name }) => name !== union.key);
const castColumn = (field: Field, sql: string) => `CAST(${sql} AS ${field.kind.column}) AS ${toColumnName(field.name)}`;

function buildEmptySource(union: Entity): string {
  const none = ["m", "id", "own_id", "status"].map((name) => `CAST(NULL AS text) AS ${name}`).join(", ");
  const times = ["created_at", "updated_at"].map((name) => `CAST(NULL AS timestamptz) AS ${name}`).join(", ");
  const fields = listOwn(union).map((field) => castColumn(field, "NULL"));
  return `SELECT ${[none, "1 AS version", "CAST(NULL AS text) AS schema_version", times, "CAST(NULL AS json) AS data", ...fields].join(", ")} WHERE 1 = 0`;
}

function select(union: Entity, member: UnionMember, theirs: Entity, waiting: WaitingSql): string {
  const id = `${quote(`${theirs.name}.`)} || id`;
  const given = new Map([
    ["id", id],
    ["entity", quote(theirs.name)],
    ["turn", waiting.turn],
    ["nextEvent", waiting.nextEvent],
    ...Object.entries(member.set ?? {}).map(([name, value]) => [name, quote(value)] as const),
  ]);
  const values = listOwn(union).flatMap((field) => {
    const own = given.get(field.name);
    const value = own === undefined ? buildValue(union, field, member, theirs) : { sql: own, text: own };
    return value ? [{ field, ...value }] : [];
  });
  const cache = new Map(values.map((value) => [value.field.name, value]));
  const data = [
    ...given,
    ...values.filter(({ field }) => !given.has(field.name)).map(({ field, text }) => [field.name, text] as const),
  ];
  const fields = listOwn(union).map((field) => castColumn(field, cache.get(field.name)?.sql ?? "NULL"));
  const where = [
    ...Object.entries(member.where).map(
      ([name, wanted]) => `${buildSql(theirs, name)} IN (${wanted.map(quote).join(", ")})`,
    ),
    ...(union.waiting ? [waiting.isWaiting] : []),
  ];
  return (
    `SELECT m, ${id} AS id, id AS own_id, status, version, schema_version, created_at, updated_at, ` +
    `json_strip_nulls(json_build_object(${data.map(([name, sql]) => `${quote(name)}, ${sql}`).join(", ")})) AS data, ${fields.join(", ")} ` +
    `FROM ${getTableName(theirs)}${where.length > 0 ? ` WHERE ${where.join(" AND ")}` : ""}`
  );
}

/** Returns the SQL of a member's field: its column, else the value in the record. */
function buildSql(theirs: Entity, name: string): string {
  return findColumn(theirs, name)?.column ?? `(data ->> ${quote(name)})`;
}

/** Returns the SQL of a member's field, as a column and as part of the record. */
const buildMappedSql = (theirs: Entity, name: string) =>
  name === theirs.key
    ? { sql: "id", text: "to_json(id)" }
    : { sql: buildSql(theirs, name), text: `data -> ${quote(name)}` };

/** Returns the SQL of the first of the given fields that has a value. */
const buildCoalesceSql = (each: readonly { sql: string; text: string }[], as: "sql" | "text") =>
  `COALESCE(${each.map((item) => item[as]).join(", ")})`;

/**
 * Returns the SQL of a mapped value, or undefined for a field that is not mapped. The currency field of a mapped amount
 * gets the member's currency without being mapped itself.
 */
function buildValue(
  union: Entity,
  field: Field,
  { map }: UnionMember,
  theirs: Entity,
): { sql: string; text: string } | undefined {
  const mapped = map[field.name];
  if (mapped !== undefined) {
    const each = [mapped].flat().map((name) => buildMappedSql(theirs, name));
    const [only] = each;
    return each.length === 1 ? only : { sql: buildCoalesceSql(each, "sql"), text: buildCoalesceSql(each, "text") };
  }
  const [amount] = union.fields.flatMap(({ name, currency }) => {
    const own = currency && "field" in currency && currency.field === field.name ? map[name] : undefined;
    return own === undefined ? [] : [own].flat();
  });
  const currency = amount === undefined ? undefined : theirs.field(amount).currency;
  if (!currency) return undefined;
  if ("code" in currency) return { sql: quote(currency.code), text: quote(currency.code) };
  return { sql: buildSql(theirs, currency.field), text: `data -> ${quote(currency.field)}` };
}
