/** Checks whether stored rows fit the planned changes, before anything is changed. */
import { canonicalize } from "../../core/canonical.ts";
import type { Entity } from "@portolan/engine";
import type { Database } from "../database.ts";
import { readAllRows } from "./apply.ts";
import { moveValues } from "./moves.ts";
import { planMigration, type Plan, type Question } from "./plan.ts";
import { computeShape, type Shape } from "./shape.ts";

/** Result of a migration, or of its plan. */
export interface Report {
  /** Applied changes, one line each. */
  done: string[];
  /** Rules that stored rows violate, with counts. The rows are unchanged. */
  warnings: string[];
}

/**
 * Thrown when stored rows contradict the schemas, or when a statement that has run was edited. Nothing was changed.
 * `findings` has one line per rule, with the number of rows, or one per edited statement.
 */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused";
  constructor(readonly findings: readonly string[]) {
    super(`The stored records do not fit the schemas:\n${findings.map((line) => `  ${line}`).join("\n")}`);
  }
}

/**
 * Plans the migration of every table that differs, and checks its rows.
 *
 * @throws SchemaRefused when they prevent a change
 */
export async function checkStoredRows(
  db: Database,
  stored: readonly Entity[],
  { shapes, accept, report }: { shapes: ReadonlyMap<string, Shape>; accept: readonly string[]; report: Report },
): Promise<Plan[]> {
  const plans = stored
    .map((entity) => planMigration(entity, computeShape(entity), shapes.get(entity.name)))
    .filter((plan) => canonicalize(plan.shape) !== canonicalize(shapes.get(plan.entity.name)));
  const refused: string[] = [];
  for (const plan of plans) await checkTable(db, plan, new Set(accept), { report, refused });
  if (refused.length > 0) throw new SchemaRefused(refused);
  return plans;
}

/** Rules that cannot be overridden, because accepting them would not make values unique or sealed values readable. */
const FIRM: ReadonlySet<Question["kind"]> = new Set(["unique", "unsealed"]);

/**
 * Counts the rows that each question applies to, in one scan of the table, and adds a line to the warnings or the
 * refusals for each question with such rows.
 */
async function checkTable(
  db: Database,
  { entity, questions, notes, moves }: Plan,
  accept: ReadonlySet<string>,
  { report, refused }: { report: Report; refused: string[] },
): Promise<void> {
  const counts = new Map<Question, number>();
  if (questions.length > 0) {
    for await (const rows of readAllRows(db, entity)) {
      for (const { m: tenant, data } of rows) {
        const row = moveValues(data, moves);
        for (const question of questions)
          if (question.concerns(row, tenant)) counts.set(question, (counts.get(question) ?? 0) + 1);
      }
    }
  }
  for (const question of questions) {
    const { field, stops, kind } = question;
    const count = counts.get(question) ?? 0;
    if (count === 0) continue;
    const name = `${entity.name}.${field}`;
    const line = `${entity.file}: ${name}: ${question.describe(count)}`;
    if (!stops || (accept.has(name) && !FIRM.has(kind))) report.warnings.push(line);
    else
      refused.push(
        FIRM.has(kind)
          ? `${line}.`
          : `${line}, or accept it with SCHEMA_ACCEPT=${name}: ${kind === "stranded" ? "the records stay where they are" : "the values stay in the records, unread"}.`,
      );
  }
  report.done.push(...notes);
}

export function reportLines({
  entity,
  fresh,
  addColumns,
  replaceColumns,
  addIndexes,
  dropIndexes,
  seal,
  moves,
}: Plan): string[] {
  if (fresh) return [`${entity.name}: a new table`];
  const columns = [...addColumns, ...replaceColumns].map(([column]) => column);
  return [
    ...(columns.length > 0 ? [`${entity.name}: columns ${columns.join(", ")}`] : []),
    ...moves.map(({ from, field }) => `${entity.name}: values of ${from} moved to ${field.name}`),
    ...(seal.length > 0 ? [`${entity.name}: sealed ${seal.join(", ")}`] : []),
    ...(addIndexes.length + dropIndexes.length > 0
      ? [`${entity.name}: ${addIndexes.length} indexes made, ${dropIndexes.length} dropped`]
      : []),
  ];
}
