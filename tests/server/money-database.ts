/** A PGlite in memory with the tables of money, people and records, for tests of the ledger and the lifecycle that need no server. */
import { PGlite, types } from "@electric-sql/pglite";
import type { Database, Tx } from "../../server/store/database.ts";
import { moneyTables } from "../../server/ledger/tables.ts";
import { sessionTables } from "../../server/session/tables.ts";
import { projected, tableOf, type Entity } from "../../src/engine/index.ts";

const text = (value: string) => value;
const instant = (value: string) => new Date(`${value.replace(" ", "T")}${/[+-]\d\d$/.test(value) ? ":00" : ""}`).toISOString();

/** A fresh database in memory; statements of concurrent transactions queue, as they do in the product's embedded engine. */
export async function moneyDatabase(entities: Iterable<Entity> = []): Promise<Database> {
  const pg = await PGlite.create({ parsers: { [types.INT8]: text, [types.NUMERIC]: text, [types.DATE]: text, [types.TIMESTAMPTZ]: instant } });
  for (const sql of [...moneyTables, ...sessionTables, ...[...entities].filter((entity) => entity.source === "store").map(tableSql)]) await pg.exec(sql);
  const on = (target: Pick<PGlite, "query">) => async (sql: string, params: readonly unknown[] = []) => (await target.query(sql, [...params])).rows as any[];
  return {
    engine: "pglite",
    query: on(pg),
    async tx(fn) {
      const after: (() => void)[] = [];
      const result = await pg.transaction((tx) => fn({ query: on(tx as unknown as PGlite), afterCommit: (wake) => after.push(wake) } as Tx));
      for (const wake of after) wake();
      return result;
    },
    stream: () => { throw new Error("not needed here"); },
    close: () => pg.close(),
  };
}

function tableSql(entity: Entity): string {
  const columns = [...projected(entity).values()].map(({ column, type }) => `, ${column} ${type}`).join("");
  return `CREATE TABLE ${tableOf(entity)} (m text, id text, status text, version integer, schema_version text, created_at timestamptz, updated_at timestamptz, data json${columns}, PRIMARY KEY (m, id))`;
}
