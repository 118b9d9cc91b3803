/**
 * Entities of source `union` are read from their members' tables: a subselect with the columns of one table (`m id status version schema_version
 * created_at updated_at data`, one `f_` column per field), so that lists, filters, sums and exports work on it.
 *
 * Besides the mapped fields each row has `id` (`<member>.<key>`), `entity` (the member's name) and `turn`: `you` while the record waits for an
 * event that the user may fire, else `us`.
 */
import {
  columnName,
  columnOf,
  tableOf,
  type Entity,
  type Field,
  type TransitionPlan,
  type UnionMember,
} from "../../src/engine/index.ts";
import { type Actor, isUser } from "../core/actor.ts";
import type { Queries } from "./database.ts";

/** The user, and the members that the user may read. */
export interface UnionReader {
  actor: Actor;
  entities: ReadonlyMap<string, Entity>;
  may(entity: string): boolean;
}

/** Returns the subselect of a union. */
export async function unionSource(db: Queries, union: Entity, reader: UnionReader): Promise<string> {
  const members = (union.union ?? []).flatMap((member) => {
    const theirs = reader.may(member.entity) ? reader.entities.get(member.entity) : undefined;
    return theirs ? [{ member, theirs }] : [];
  });
  if (members.length === 0) return `(${nothing(union)})`;
  const entities = members.map(({ theirs }) => theirs);
  const sole = await soleGrants(db, entities, reader.actor);
  const selects = members.map(({ member, theirs }) =>
    select(union, member, theirs, buildTurn(theirs, reader.actor, sole)),
  );
  return `(${selects.join(" UNION ALL ")})`;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const own = (union: Entity) => union.fields.filter(({ name }) => name !== union.key);
const column = (field: Field, sql: string) => `CAST(${sql} AS ${field.kind.column}) AS ${columnName(field.name)}`;

function nothing(union: Entity): string {
  const none = ["m", "id", "status"].map((name) => `CAST(NULL AS text) AS ${name}`).join(", ");
  const times = ["created_at", "updated_at"].map((name) => `CAST(NULL AS timestamptz) AS ${name}`).join(", ");
  const fields = own(union).map((field) => column(field, "NULL"));
  return `SELECT ${[none, "1 AS version", "CAST(NULL AS text) AS schema_version", times, "CAST(NULL AS json) AS data", ...fields].join(", ")} WHERE 1 = 0`;
}

function select(union: Entity, member: UnionMember, theirs: Entity, turn: string): string {
  const id = `${quote(`${theirs.name}.`)} || id`;
  const given = new Map([
    ["id", id],
    ["entity", quote(theirs.name)],
    ["turn", turn],
  ]);
  const values = own(union).flatMap((field) => {
    const own = given.get(field.name);
    const value = own === undefined ? buildValue(union, field, member, theirs) : { sql: own, text: own };
    return value ? [{ field, ...value }] : [];
  });
  const known = new Map(values.map((value) => [value.field.name, value]));
  const data = [
    ...given,
    ...values.filter(({ field }) => !given.has(field.name)).map(({ field, text }) => [field.name, text] as const),
  ];
  const fields = own(union).map((field) => column(field, known.get(field.name)?.sql ?? "NULL"));
  const where = Object.entries(member.where).map(
    ([name, wanted]) => `${buildSql(theirs, name)} IN (${wanted.map(quote).join(", ")})`,
  );
  return (
    `SELECT m, ${id} AS id, status, version, schema_version, created_at, updated_at, ` +
    `json_strip_nulls(json_build_object(${data.map(([name, sql]) => `${quote(name)}, ${sql}`).join(", ")})) AS data, ${fields.join(", ")} ` +
    `FROM ${tableOf(theirs)}${where.length > 0 ? ` WHERE ${where.join(" AND ")}` : ""}`
  );
}

/** Returns SQL for a member's field: its column, else the value in the record. */
function buildSql(theirs: Entity, name: string): string {
  return columnOf(theirs, name)?.column ?? `(data ->> ${quote(name)})`;
}

/** Returns SQL for a mapped value. The currency field of a mapped amount takes the member's currency without being mapped. */
function buildValue(
  union: Entity,
  field: Field,
  { map }: UnionMember,
  theirs: Entity,
): { sql: string; text: string } | undefined {
  const mapped = map[field.name];
  if (mapped !== undefined)
    return mapped === theirs.key
      ? { sql: "id", text: "id" }
      : { sql: buildSql(theirs, mapped), text: `data -> ${quote(mapped)}` };
  const [amount] = union.fields.flatMap(({ name, currency }) => {
    const own = currency && "field" in currency && currency.field === field.name ? map[name] : undefined;
    return own === undefined ? [] : [own];
  });
  const currency = amount === undefined ? undefined : theirs.field(amount).currency;
  if (!currency) return undefined;
  if ("code" in currency) return { sql: quote(currency.code), text: quote(currency.code) };
  return { sql: buildSql(theirs, currency.field), text: `data -> ${quote(currency.field)}` };
}

/** Returns whether a transition is a user's step forward; a transition to a failed final state is not. */
function canTransition(transition: TransitionPlan, theirs: Entity): boolean {
  const state = theirs.lifecycle?.states.find(({ name }) => name === transition.to);
  return isUser(transition) && transition.from.length > 0 && (state?.final !== true || state.tone === "success");
}

function buildTurn(theirs: Entity, actor: Actor, sole: ReadonlySet<string>): string {
  const steps = (theirs.lifecycle?.transitions ?? []).filter(
    (step) => canTransition(step, theirs) && (!step.grant || actor.grants.has(step.grant)),
  );
  const free = steps.filter((step) => step.not !== "maker" || sole.has(step.grant ?? ""));
  const states = (some: readonly TransitionPlan[]) =>
    [...new Set(some.flatMap(({ from }) => from))].map(quote).join(", ");
  const others = steps.filter((step) => !free.includes(step));
  const table = tableOf(theirs);
  const made =
    `EXISTS (SELECT 1 FROM order_event made WHERE made.m = ${table}.m AND made.order_kind = ${quote(theirs.name)} AND made.order_id = ${table}.id` +
    ` AND made."from" IS NULL AND made.user_id = ${quote(actor.userId ?? "")})`;
  const cases = [
    ...(free.length > 0 ? [`WHEN status IN (${states(free)}) THEN 'you'`] : []),
    ...(others.length > 0 ? [`WHEN status IN (${states(others)}) AND NOT ${made} THEN 'you'`] : []),
  ];
  return cases.length > 0 ? `CASE ${cases.join(" ")} ELSE 'us' END` : "'us'";
}

/** Returns the grants of reviews that only the actor holds; the actor may review own records with these. */
async function soleGrants(db: Queries, members: readonly Entity[], actor: Actor): Promise<ReadonlySet<string>> {
  const grants = new Set(
    members.flatMap(({ lifecycle }) =>
      (lifecycle?.transitions ?? []).flatMap(({ not, grant }) => (not === "maker" ? [grant ?? ""] : [])),
    ),
  );
  if (grants.size === 0) return grants;
  const users = await db.query<{ id: string; grants: string[] }>(
    "SELECT id, grants FROM portal_user WHERE m = $1 AND state = 'active'",
    [actor.tenant],
  );
  const others = users.filter(({ id }) => id !== actor.userId);
  return new Set([...grants].filter((grant) => !others.some((user) => grant === "" || user.grants.includes(grant))));
}
