/**
 * Counts the values that each key sealed, and reseals all values with the first key: records with `x-sealed` fields,
 * stored form steps, and sealed columns. Signs the digests of waiting orders again.
 */
import { getTableName, type Entity } from "@portolan/engine";
import { FILE_KID } from "../core/key-ring.ts";
import type { Seal } from "../core/seal.ts";
import type { SealedColumn } from "../core/sealed-column.ts";
import { countFrozen, resignFrozen } from "../lifecycle/frozen.ts";
import { openRow, sealRow } from "../core/sealed-record.ts";
import { manualProviderColumns } from "../manual-provider/sealed-columns.ts";
import { providerColumns } from "../providers/sealed-columns.ts";
import { operatorColumns } from "../operators/sealed-columns.ts";
import { sessionColumns } from "../session/sealed-columns.ts";
import type { Database, Queries } from "../store/database.ts";
import type { Schemas } from "@portolan/engine/folder";

const BATCH = 500;
export const sealedColumns: readonly SealedColumn[] = [
  ...sessionColumns,
  ...operatorColumns,
  ...manualProviderColumns,
  ...providerColumns,
];

export interface SealedStore {
  db: Database;
  schemas: Pick<Schemas, "entities">;
  columns: readonly SealedColumn[];
}

/** Numbers of sealed values and recovery codes that depend on a key. */
export interface KeyUse {
  sealed: number;
  /** Number of unused recovery codes. They cannot be moved to another key. */
  codes: number;
}

/** Returns the stored entities with `x-sealed` fields, in the record or in its rows. */
const listSealed = ({ schemas }: Pick<SealedStore, "schemas">): Entity[] =>
  [...schemas.entities.values()].filter(
    ({ source, fields }) =>
      source === "store" && fields.some(({ sealed, items }) => sealed || items?.some((item) => item.sealed)),
  );

export async function countUse({ db, schemas, columns }: SealedStore, kid: string): Promise<KeyUse> {
  let sealed = 0;
  for (const entity of listSealed({ schemas }))
    sealed += await count(db, `${getTableName(entity)} WHERE CAST(data AS text) LIKE $1`, [`%"v1.${kid}.%`]);
  sealed += await count(db, "form_step WHERE CAST(body AS text) LIKE $1", [`%"v1.${kid}.%`]);
  sealed += await countFrozen(db, schemas.entities.values(), kid);
  for (const { table, column } of columns) sealed += await count(db, `${table} WHERE ${isBy(column, kid)}`, []);
  const codes = `recovery_code WHERE used_at IS NULL AND ${kid === FILE_KID ? "hash NOT LIKE 'k%:%'" : "hash LIKE $1"}`;
  return { sealed, codes: await count(db, codes, kid === FILE_KID ? [] : [`${kid}:%`]) };
}

async function count(db: Queries, from: string, params: readonly unknown[]): Promise<number> {
  const [row] = await db.query(`SELECT count(*) AS n FROM ${from}`, params);
  return Number(row?.n ?? 0);
}

/**
 * Returns the SQL condition that a column's value was sealed with a key. A value without a key id was sealed with `k0`.
 */
const isBy = (column: string, kid: string): string =>
  kid === FILE_KID
    ? `(${column} LIKE 'v1.${kid}.%' OR (${column} <> '' AND ${column} NOT LIKE 'v1.%'))`
    : `${column} LIKE 'v1.${kid}.%'`;

/**
 * Reseals all values with the first key, in batches, while other nodes keep serving. Returns the number of changed
 * rows.
 *
 * @throws Error when a value cannot be opened. Earlier batches stay resealed.
 */
export async function reseal(store: SealedStore, seal: Seal): Promise<number> {
  let rows = 0;
  for (const entity of listSealed(store)) rows += await resealRecords(store.db, entity, seal);
  rows += await resealSteps(store, seal);
  for (const column of store.columns) rows += await resealColumn(store.db, column, seal);
  return rows + (await resignFrozen(store.db, store.schemas.entities.values(), seal));
}

/**
 * Repeats a batch until it finds no rows, or until it changes none because other nodes changed the same rows. Returns
 * the number of changed rows.
 */
async function runInBatches(work: () => Promise<{ found: number; changed: number }>): Promise<number> {
  for (let total = 0; ;) {
    const { found, changed } = await work();
    total += changed;
    if (found === 0 || changed === 0) return total;
  }
}

const listOtherKeys = (seal: Seal): readonly string[] => seal.kids.filter((kid) => kid !== seal.kid);

/**
 * Returns the SQL condition that a JSON column contains a value sealed with one of the old keys, and its parameters.
 */
function hasOld(column: string, kids: readonly string[], first: number): { sql: string; params: string[] } {
  return {
    sql: `(${kids.map((_, index) => `CAST(${column} AS text) LIKE $${index + first}`).join(" OR ")})`,
    params: kids.map((kid) => `%"v1.${kid}.%`),
  };
}

async function resealRecords(db: Database, entity: Entity, seal: Seal): Promise<number> {
  const kids = listOtherKeys(seal);
  if (kids.length === 0) return 0;
  const table = getTableName(entity);
  const { sql, params } = hasOld("data", kids, 1);
  return runInBatches(async () => {
    const rows = await db.query(
      `SELECT m, id, version, data FROM ${table} WHERE ${sql} ORDER BY m, id LIMIT ${BATCH}`,
      params,
    );
    const changed = await db.tx(async (tx) => {
      const done = rows.map(({ m: tenant, id, version, data }) =>
        tx.query(`UPDATE ${table} SET data = $4 WHERE m = $1 AND id = $2 AND version = $3 RETURNING id`, [
          tenant,
          id,
          version,
          JSON.stringify(sealRow(seal, { entity, tenant, id }, openRow(seal, { entity, tenant, id }, data))),
        ]),
      );
      return (await Promise.all(done)).flat().length;
    });
    return { found: rows.length, changed };
  });
}

async function resealSteps({ db, schemas }: SealedStore, seal: Seal): Promise<number> {
  const kids = listOtherKeys(seal);
  if (kids.length === 0) return 0;
  const { sql, params } = hasOld("s.body", kids, 1);
  return runInBatches(async () => {
    const rows = await db.query(
      `SELECT u.m, s.user_id AS "user", s.entity AS name, s.call, s.body FROM form_step s JOIN portal_user u ON u.id = s.user_id
        WHERE ${sql} ORDER BY s.user_id, s.entity, s.call LIMIT ${BATCH}`,
      params,
    );
    const changed = await db.tx(async (tx) => {
      const done = rows.map(({ m: tenant, user, name, call, body }) => {
        const entity = schemas.entities.get(name);
        const id = `step/${user}`;
        const whole = entity && sealRow(seal, { entity, tenant, id }, openRow(seal, { entity, tenant, id }, body));
        return whole
          ? tx.query(
              "UPDATE form_step SET body = $4 WHERE user_id = $1 AND entity = $2 AND call = $3 AND CAST(body AS text) = $5 RETURNING call",
              [user, name, call, JSON.stringify(whole), JSON.stringify(body)],
            )
          : tx.query("DELETE FROM form_step WHERE user_id = $1 AND entity = $2 AND call = $3 RETURNING call", [
              user,
              name,
              call,
            ]);
      });
      return (await Promise.all(done)).flat().length;
    });
    return { found: rows.length, changed };
  });
}

async function resealColumn(
  db: Database,
  { table, column, key, purpose, context }: SealedColumn,
  seal: Seal,
): Promise<number> {
  const keys = key.join(", ");
  const matches = key.map((name, index) => `${name} = $${index + 3}`).join(" AND ");
  return runInBatches(async () => {
    const rows = await db.query<Record<string, string>>(
      `SELECT ${keys}, ${column} AS sealed FROM ${table} WHERE ${column} <> '' AND ${column} NOT LIKE 'v1.${seal.kid}.%' ORDER BY ${keys} LIMIT ${BATCH}`,
    );
    const changed = await db.tx(async (tx) => {
      const done = rows.map((row) => {
        const values = key.map((name) => row[name] ?? "");
        const { tenant, about } = context(values);
        const old = row["sealed"] ?? "";
        const fresh = seal.sealValue(tenant, about, seal.openValue(tenant, about, old, purpose), purpose);
        return tx.query(
          `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${matches} RETURNING ${key[0] ?? ""}`,
          [fresh, old, ...values],
        );
      });
      return (await Promise.all(done)).flat().length;
    });
    return { found: rows.length, changed };
  });
}
