import { countSql, foldSums, listSql, positionOf, sumsSql, tableOf, type Entity, type Position, type Query, type Row } from "../../src/engine/index.ts";
import type { Queries } from "../store/database.ts";
import { ledgerSource } from "./projections.ts";

/** Whose rows, from where on, and whether they are counted and summed. */
export interface LedgerScope {
  m: string;
  after?: Position;
  ids?: readonly string[];
  totals?: boolean;
}
/** A page of rows; `next` is where the following one begins. */
export interface LedgerPage {
  list: Row[];
  next?: Position;
  total?: number;
  sums?: Record<string, Record<string, string>>;
}
/** Rows of an export that are in memory at once. */
const BATCH = 1000;

/** Entities of source `ledger`, read like those of a table. */
export function ledgerRecords(db: Queries) {
  const rowsOf = async (entity: Entity, query: Query, scope: LedgerScope, limit: number) => {
    const { sql, params } = listSql(entity, query, { ...scope, from: ledgerSource(entity), limit });
    return db.query<{ data: Row } & Record<string, unknown>>(sql, params);
  };
  return {
    /** One page, paged and filtered by the database. */
    async list(entity: Entity, query: Query, scope: LedgerScope): Promise<LedgerPage> {
      const rows = await rowsOf(entity, query, scope, query.size + 1);
      const list = rows.slice(0, query.size);
      const page: LedgerPage = { list: list.map((row) => row.data) };
      if (rows.length > query.size) page.next = positionOf(entity, query, list.at(-1)!);
      if (!scope.totals) return page;
      const from = { ...scope, from: ledgerSource(entity) };
      const count = countSql(entity, query, from);
      const sums = sumsSql(entity, query, from);
      page.total = Number((await db.query(count.sql, count.params))[0]!.total);
      const answers: Record<string, unknown>[][] = [];
      for (const { sql, params } of sums) answers.push(await db.query(sql, params));
      page.sums = foldSums(entity, sums, answers);
      return page;
    },

    /** One row by its key. */
    async get(entity: Entity, m: string, id: string): Promise<{ data: Row } | undefined> {
      const [row] = await db.query<{ data: Row }>(`select data from ${ledgerSource(entity)} as ${tableOf(entity)} where m = $1 and id = $2`, [m, id]);
      return row;
    },

    /** All rows that a query chooses, in batches and in its order. */
    async *exportRows(entity: Entity, query: Query, scope: LedgerScope): AsyncGenerator<Row[]> {
      let after: Position | undefined;
      for (;;) {
        const rows = await rowsOf(entity, { ...query, page: 1 }, { ...scope, after }, BATCH);
        if (rows.length > 0) yield rows.map((row) => row.data);
        if (rows.length < BATCH) return;
        after = positionOf(entity, query, rows.at(-1)!);
      }
    },
  };
}
