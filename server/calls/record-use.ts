/**
 * POST /session/record/use {ids}: returns how many successful records refer to each of the given ones, and when the
 * latest of them was created, and in which currencies they are where these can differ. Which records refer to an entity is what its detail lists as related (`x-detail.related`).
 * Records that none refers to are left out.
 */
import { findColumn, getTableName, splitMemberId, type Entity } from "@portolan/engine";
import { canSee } from "@portolan/engine/folder";
import type { Queries } from "../store/database.ts";
import { sessionHandler } from "./handler.ts";

/** Maximum number of records that are counted for each of the given ones. */
const MAX_COUNTED = 1_000;

interface Use {
  id: string;
  count: number;
  last: string;
  more?: boolean;
  currencies?: string[];
}
/** The columns of an entity's table by which its records are counted. */
interface Referrer {
  table: string;
  reference: string;
  status: string;
  at: string;
  /** Column with the currency of the record's amount. Undefined where all have the same. */
  currency: string | undefined;
  /** States that count as successful. */
  states: readonly string[];
}

export const recordUse = sessionHandler("recordUse", async ({ services: { db, schemas }, actor, body }) => {
  const names = new Set(body.ids.map((id) => splitMemberId(id).name));
  const uses: Use[] = [];
  for (const name of names) {
    const entity = schemas.entities.get(name);
    if (!entity || !canSee(schemas, name, actor.grants)) continue;
    const keys = body.ids.map(splitMemberId).flatMap((id) => (id.name === name ? [id.key] : []));
    for (const { entity: other, where } of entity.detail.related ?? []) {
      const referrer = canSee(schemas, other, actor.grants)
        ? findReferrer(schemas.entities.get(other), where, entity.key)
        : undefined;
      if (referrer) uses.push(...(await readUses(db, referrer, { tenant: actor.tenant, name, keys })));
    }
  }
  return { uses };
});

/** Returns how an entity refers to a record by its key alone, or undefined when it has no column or state for that. */
function findReferrer(
  other: Entity | undefined,
  where: Readonly<Record<string, string>>,
  key: string,
): Referrer | undefined {
  const [pair, second] = Object.entries(where);
  const { lifecycle } = other ?? {};
  if (!other || !lifecycle || !pair || second || pair[1] !== key) return undefined;
  const created = other.list.sort.map((term) => term.replace(/^-/, "")).find((name) => isInstant(other, name));
  const columns = [pair[0], lifecycle.field, created ?? ""].map((name) => findColumn(other, name)?.column);
  const [reference, status, at] = columns;
  const states = lifecycle.states.filter(({ tone }) => tone === "success").map((state) => state.name);
  if (reference === undefined || status === undefined || at === undefined || states.length === 0) return undefined;
  return { table: getTableName(other), reference, status, at, currency: findCurrencyColumn(other), states };
}

/** Returns the column with the currency of the amount that represents a record. */
function findCurrencyColumn(other: Entity): string | undefined {
  const { currency } = other.fields.find(({ name }) => name === other.list.card?.amount) ?? {};
  return currency && "field" in currency ? findColumn(other, currency.field)?.column : undefined;
}

const isInstant = (entity: Entity, name: string) => findColumn(entity, name)?.type === "timestamptz";

/** Counts the records that refer to each key, by a bounded part of the index for each. */
async function readUses(
  db: Queries,
  { table, reference, status, at, currency = "CAST(NULL AS text)", states }: Referrer,
  { tenant, name, keys }: { tenant: string; name: string; keys: readonly string[] },
): Promise<Use[]> {
  const among = states.map((_state, index) => `$${index + 2}`).join(", ");
  const parts = keys.map((_key, index) => {
    const key = `$${index + 2 + states.length}`;
    return `(SELECT CAST(${key} AS text) AS id, count(*) AS total, max(u.at) AS last, string_agg(DISTINCT u.currency, ' ' ORDER BY u.currency) AS currencies FROM (SELECT ${at} AS at, ${currency} AS currency FROM ${table} WHERE m = $1 AND ${reference} = ${key} AND ${status} IN (${among}) ORDER BY ${at} DESC LIMIT ${MAX_COUNTED + 1}) u)`;
  });
  const rows = await db.query<{ id: string; total: string; last: string | null; currencies: string | null }>(
    parts.join(" UNION ALL "),
    [tenant, ...states, ...keys],
  );
  return rows.flatMap(({ id, total, last, currencies }) =>
    last === null
      ? []
      : [
          {
            id: `${name}.${id}`,
            count: Math.min(Number(total), MAX_COUNTED),
            last: new Date(last).toISOString(),
            ...(Number(total) > MAX_COUNTED && { more: true }),
            ...(currencies !== null && { currencies: currencies.split(" ") }),
          },
        ],
  );
}
