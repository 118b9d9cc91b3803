/**
 * The cost of a page of a union depends on what it displays: each member provides its first rows by an index, however
 * many it has. On both databases.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { productSchemas } from "../product-schemas.ts";
import type { Database, Queries } from "../../server/store/database.ts";
import { createRecordStore } from "../../server/store/records.ts";
import { apply } from "../../server/store/schema/apply.ts";
import { planMigration } from "../../server/store/schema/plan.ts";
import { computeShape } from "../../server/store/schema/shape.ts";
import { buildUnionSource } from "../../server/store/union.ts";
import {
  createEmptyQuery,
  listProjected,
  getTableName,
  type Entity,
  type Query,
  type Statement,
} from "@portolan/engine";
import { embedded, postgres } from "./databases.ts";

const { entities } = productSchemas();
const ROWS = 1_000;
const required = (name: string): Entity => {
  const entity = entities.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  return entity;
};

/**
 * Fills a member's table: two merchants, a few values shared by many records, and a tenth of the records without a
 * value.
 */
async function fill(db: Database, entity: Entity): Promise<void> {
  await apply(db, planMigration(entity, computeShape(entity), undefined), async () => undefined, undefined);
  const values = [...listProjected(entity).values()].map(({ column, type, field }) => {
    const some =
      type === "numeric"
        ? "g % 97"
        : type === "timestamptz"
          ? "timestamptz '2026-01-01' + g * interval '1 minute'"
          : type === "date"
            ? "date '2026-01-01' + g % 300"
            : type === "boolean"
              ? "g % 2 = 0"
              : type === "bigint"
                ? "g"
                : "'v' || g % 7";
    const isWhole = field.required || field.unique || ["createdAt", entity.lifecycle?.field].includes(field.name);
    return [
      column,
      field.name === entity.lifecycle?.field
        ? "CASE WHEN g % 500 = 0 THEN 'toBeReviewed' ELSE 'done' END"
        : isWhole
          ? field.unique
            ? "'u' || g"
            : some
          : `CASE WHEN g % 10 > 0 THEN ${some} END`,
    ] as const;
  });
  await db.query(`INSERT INTO ${getTableName(entity)} (m, id, status, version, schema_version, created_at, updated_at, data${values.map(([column]) => `, ${column}`).join("")})
    SELECT CASE g % 5 WHEN 0 THEN 'other' ELSE 'm' END, 'N' || lpad(g::text, 6, '0'), CASE WHEN g % 500 = 0 THEN 'toBeReviewed' ELSE 'done' END, 1, '1', now(), now(), json_build_object('n', g)${values.map(([, value]) => `, ${value}`).join("")} FROM generate_series(1, ${ROWS}) g`);
  await db.query(`ANALYZE ${getTableName(entity)}`);
}

describe.each([
  ["pglite", embedded],
  ["postgres", postgres],
] as const)("unions on %s", (_name, open) => {
  const unions = [...entities.values()].filter(({ union }) => union);
  let db: Database;
  const asked: Statement[] = [];
  const watched = (): Queries => ({
    query: (sql: string, params: readonly unknown[] = []) => (
      asked.push({ sql, params: [...params] }),
      db.query(sql, params)
    ),
  });
  const list = async (union: Entity, query: Partial<Query>, after?: (string | null)[]) => {
    asked.length = 0;
    const none = { turn: "'us'", nextEvent: "NULL", isWaiting: "f_status IN ('toBeReviewed')" };
    const source = () => buildUnionSource(union, { entities, may: () => true, turn: async () => () => none });
    const { list: rows, next } = await createRecordStore(watched(), {
      data: new Map(),
      sources: { union: source },
    }).list(union, { ...createEmptyQuery(), ...query }, { tenant: "m", ...(after ? { after } : {}) });
    return { rows, next, statements: [...asked] };
  };
  /** Returns the executed plan, and the maximum number of rows that any of its nodes read or discarded. */
  const planOf = async ({ sql, params }: Statement) => {
    const plan = (await db.query<Record<string, string>>(`EXPLAIN (ANALYZE) ${sql}`, params))
      .map((row) => Object.values(row)[0])
      .join("\n");
    const counts = [...plan.matchAll(/actual time=\S+ rows=([\d.]+) loops=(\d+)/g)].map(
      ([, rows, loops]) => Number(rows) * Number(loops),
    );
    const dropped = [...plan.matchAll(/Rows Removed by \w+: (\d+)/g)].map(([, rows]) => Number(rows));
    return { plan, rows: Math.max(...counts, ...dropped) };
  };
  beforeAll(async () => {
    const fresh = await open();
    ({ db } = fresh);
    const members = new Set(unions.flatMap(({ union }) => union ?? []).map(({ entity }) => required(entity)));
    for (const member of members) await fill(db, member);
    return () => fresh.close();
  });

  it.each(unions.map((union) => [union.name, union] as const))(
    "%s reads the first and next page by indexes of its members, in both directions",
    async (_union, union) => {
      const most = 21 * (union.union?.length ?? 0) + 20;
      for (const term of union.list.sort.filter((one) => !one.endsWith("turn"))) {
        for (const sort of [term, term.startsWith("-") ? term.slice(1) : `-${term}`]) {
          const first = await list(union, { sort: [sort] });
          const next = await list(union, { sort: [sort] }, first.next);
          for (const statement of [...first.statements, ...next.statements]) {
            const { plan, rows } = await planOf(statement);
            expect.soft(plan, `${union.name} ${sort}`).not.toMatch(/Seq Scan on e_/);
            expect.soft(rows, `${union.name} ${sort}\n${plan}`).toBeLessThanOrEqual(most);
          }
        }
      }
    },
  );
});
