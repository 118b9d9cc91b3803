/** Compiles the sums of a list over all matching records, in total or by group. */
import { findColumn, listProjected, type ProjectedField } from "../entity/columns.ts";
import type { Entity } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { buildConditions } from "./conditions.ts";
import { Binder, type SqlScope, type Statement } from "./scope.ts";
import { buildSource } from "./sql.ts";
import type { Sums } from "../model/wire.ts";

/**
 * A statement that computes sums. Its columns `s0`, `s1`, ... are the sums of `fields`. Column `value` is the group, if
 * the sums are grouped, and `currency` the currency, if a field contains it.
 */
export interface SumStatement extends Statement {
  fields: string[];
}

/** The column to group by, and the condition for the groups to include. */
export interface GroupedBy {
  column: string;
  among(bind: Binder): string;
}

/**
 * Returns the statements for the sums of `x-list.sums` over all matching records, or over those of each group in `by`:
 * one for the fields with a fixed currency or none, and one for each field that contains a currency.
 * @example
 * const statements = buildSumsSql(entity, query, sql);
 */
export function buildSumsSql(entity: Entity, query: Query, scope: SqlScope, by?: GroupedBy): SumStatement[] {
  const groups = new Map<string, ProjectedField[]>();
  for (const name of entity.list.sums) {
    const found = listProjected(entity).get(name);
    if (!found || (found.type !== "numeric" && found.type !== "bigint")) continue;
    const { currency } = found.field;
    const codes = currency && "field" in currency ? (findColumn(entity, currency.field)?.column ?? "") : "";
    groups.set(codes, [...(groups.get(codes) ?? []), found]);
  }
  return [...groups].map(([codes, fields]) => {
    const bind = new Binder();
    const sums = fields.map(({ column }, index) => `sum(${column})::text as s${index}`);
    const where = [...buildConditions(entity, query, scope, bind), ...(by ? [by.among(bind)] : [])].join(" and ");
    const keys = [...(by ? [`${by.column} as value`] : []), ...(codes ? [`${codes} as currency`] : [])];
    const grouped = [...(by ? [by.column] : []), ...(codes ? [codes] : [])].join(", ");
    const sql = `select ${[...keys, ...sums].join(", ")} from ${buildSource(entity, scope)} where ${where}${grouped && ` group by ${grouped}`}`;
    return { sql, params: bind.params, fields: fields.map(({ field }) => field.name) };
  });
}

/**
 * Combines the results of `buildSumsSql` into decimal strings by field and ISO code (`""` without a currency).
 * @example
 * const statements = buildSumsSql(entity, query, sql);
 * const sums = foldSums(entity, statements, [[{ currency: "USD", s0: "120.50" }]]);
 */
export function foldSums(entity: Entity, statements: SumStatement[], results: Record<string, unknown>[][]): Sums {
  const result: Sums = {};
  statements.forEach(({ fields }, index) => {
    for (const row of results[index] ?? []) {
      fields.forEach((name, index) => {
        const sum = row[`s${index}`];
        if (sum === null || sum === undefined) return;
        const { currency } = entity.field(name);
        const code = currency && "code" in currency ? currency.code : String(row["currency"] ?? "");
        (result[name] ??= {})[code] = String(sum);
      });
    }
  });
  return result;
}
