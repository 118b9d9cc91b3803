/** Rows of a file as records: every cell read by its field's kind, every row judged by the entity's own check. */
import type { CheckError, Entity, Lang, Row } from "../model/entity.ts";
import { present } from "../entity/values.ts";
import type { Scope } from "../model/expression.ts";
import type { Target } from "./columns.ts";
import type { ColumnMatch } from "./match.ts";
import { blanksIn, isNamed, readCell } from "./read-cell.ts";
import type { RawCell, Sheet } from "./sheet.ts";

/** Starts every cell of the template's row of rules, so that the row is known when the file comes back. */
export const RULE_MARK = "※";

/** What is wrong with a row, and the column where it shows: the id of a target, empty for the row as a whole. */
export interface RowProblem {
  column: string;
  code: string;
  message: string;
  /** What may have been meant instead, the nearest first. */
  near?: readonly string[];
}
/** What the server says of another record that a row names: which one, or why none, and what may have been meant. */
export type Found =
  | { id: string; label: string }
  | { problem: "none" | "several" | "differs"; near?: readonly string[] };
/** By field: the texts by which another record is named, by part; the part `""` is the field's own cell. */
export type Finds = Record<string, Record<string, string>>;

/** One row of the file. Replaced, never changed. */
export interface ImportRow {
  /** Number of the row as the spreadsheet program shows it. */
  line: number;
  /** Cells by target; as read, or as corrected by the person. */
  cells: Readonly<Record<string, RawCell>>;
  record: Row;
  finds: Finds;
  /** Cells that cannot be read. */
  unread: RowProblem[];
  found: Readonly<Record<string, Found>>;
  /** What only the server could tell, about exactly these cells. */
  told: readonly CheckError[];
  /** All that is wrong; empty: a good row. */
  problems: RowProblem[];
  /** The record with what the rules compute. */
  value: Row;
  /** The same content earlier: line of the file, or the order that an earlier file made of it. */
  twin?: number;
  seen?: { id: string; at: string };
  /** An earlier line of the file has the same value where no two records may. */
  clash?: { field: string; line: number };
  /** A record that it names has not been looked for yet. */
  open: boolean;
}

/** What judging a row needs. */
export interface RowContext {
  entity: Entity;
  lang: Lang;
  targets: readonly Target[];
  /** Facts beyond the record, as forms have them; they differ by its currency. */
  factsFor(record: Row): Scope;
  word(key: string, params?: Record<string, string | number>): string;
}

/** The rows below the header. Empty ones and the template's rules are no rows. */
export function rowsOf(
  sheet: Sheet,
  header: number,
  columns: readonly ColumnMatch[],
  context: RowContext,
): ImportRow[] {
  const mapped = columns.filter((column) => column.target);
  const rows: ImportRow[] = [];
  sheet.rows.forEach((cells, index) => {
    if (index <= header || cells.every(isBlank) || isRules(cells)) return;
    const own = Object.fromEntries(mapped.map((column) => [column.target!.id, cells[column.at] ?? { text: "" }]));
    if (!Object.values(own).every(isBlank)) rows.push(rowFrom(index + 1, own, context));
  });
  return withTwins(rows, context);
}

const isBlank = (cell: RawCell): boolean => cell.text.trim() === "" && !cell.formula;
const isRules = (cells: readonly RawCell[]): boolean =>
  cells.every((cell) => cell.text.trim() === "" || cell.text.startsWith(RULE_MARK)) &&
  cells.some((cell) => cell.text.startsWith(RULE_MARK));

/** A row of these cells; what is known about the records that it names is kept while the names are the same. */
export function rowFrom(line: number, cells: ImportRow["cells"], context: RowContext, before?: ImportRow): ImportRow {
  const { targets } = context;
  const record: Row = {};
  const finds: Finds = {};
  const unread: RowProblem[] = [];
  // Currencies before amounts: a kind may read what stands beside its value.
  const ordered = [...targets].sort((a, b) => Number(Boolean(a.reads.currency)) - Number(Boolean(b.reads.currency)));
  for (const target of ordered) {
    const cell = cells[target.id];
    if (!cell || isBlank(cell)) continue;
    const read = readCell(target, cell, record, context);
    if ("code" in read) unread.push({ column: target.id, ...read });
    else if (isNamed(target)) (finds[target.field.name] ??= {})[target.by ?? ""] = String(read.value);
    else record[target.field.name] = read.value;
  }
  const kept = Object.fromEntries(
    Object.entries(before?.found ?? {}).filter(
      ([name]) => JSON.stringify(before!.finds[name]) === JSON.stringify(finds[name]),
    ),
  );
  return judged(
    { line, cells, record, finds, unread, found: kept, told: [], problems: [], value: {}, open: false },
    context,
  );
}

/** The row with its verdict: cells, records that it names, and the entity's check, each thing said once. */
export function judged(row: ImportRow, context: RowContext): ImportRow {
  const { entity, lang, word } = context;
  const record: Row = { ...row.record };
  const problems: RowProblem[] = [...row.unread];
  const silent = new Set(row.unread.map((problem) => fieldAt(problem.column, context)));
  let open = false;
  for (const [name, parts] of Object.entries(row.finds)) {
    const found = row.found[name];
    if (silent.has(name)) continue;
    if (found && "id" in found) {
      record[name] = found.id;
      continue;
    }
    silent.add(name);
    if (!found) open = true;
    else
      problems.push(
        withBlanks(row, context, {
          column: columnOf(name, context, parts),
          code: `found.${found.problem}`,
          ...(found.near?.length
            ? { message: word("import.problem.near", { names: found.near.join(word("import.or")) }), near: found.near }
            : { message: word(`import.problem.${found.problem}`) }),
        }),
      );
  }
  const contexts = context.factsFor(record);
  const verdict = entity.check(record, { lang, contexts });
  const figures = entity.compute(verdict.value, contexts);
  for (const error of [...verdict.errors, ...row.told]) {
    const name = error.at.split("/")[1] ?? "";
    if (silent.has(name)) continue;
    const column = columnOf(name, context, row.cells);
    if (!problems.some((problem) => problem.column === column))
      problems.push(withBlanks(row, context, { column, code: error.code, message: error.message }));
  }
  const { clash } = row;
  const place = clash && columnOf(clash.field, context, row.cells);
  if (clash && place !== undefined && !problems.some((problem) => problem.column === place))
    problems.push({
      column: place,
      code: "unique",
      message: word("import.problem.clash", { line: String(clash.line) }),
    });
  return { ...row, problems, open, value: { ...verdict.value, ...figures } };
}

/** The problem, with what the blanks in its cell have to do with it. */
function withBlanks(row: ImportRow, context: RowContext, problem: RowProblem): RowProblem {
  const target = context.targets.find(({ id }) => id === problem.column);
  const blanks = target && blanksIn(target, row.cells[problem.column], context);
  return blanks
    ? {
        ...problem,
        message: `${blanks.said}${context.word("import.stop")}${problem.message}`,
        near: problem.near ?? blanks.near,
      }
    : problem;
}

const fieldAt = (column: string, { targets }: RowContext): string =>
  targets.find((target) => target.id === column)?.field.name ?? column;

/** The column where a field's problem shows: one that the file has, the last of a name's parts for choice (the account number). */
function columnOf(field: string, { targets }: RowContext, present: Readonly<Record<string, unknown>>): string {
  const own = targets.filter((target) => target.field.name === field);
  const has = (target: Target) =>
    target.id in present ||
    (target.by !== undefined && target.by in present) ||
    (target.by === undefined && "" in present);
  return (own.findLast(has) ?? own[0])?.id ?? "";
}

/** The same with what the server found, for exactly these cells. */
export function withAnswer(
  row: ImportRow,
  answer: { found?: Record<string, Found>; errors?: readonly CheckError[]; seen?: ImportRow["seen"] },
  context: RowContext,
): ImportRow {
  return judged(
    { ...row, found: { ...row.found, ...answer.found }, told: answer.errors ?? [], seen: answer.seen },
    context,
  );
}

/** Marks rows that say the same as an earlier one of the file: allowed, but seldom meant; and those that have its value where no two records may. */
export function withTwins(rows: readonly ImportRow[], context: RowContext): ImportRow[] {
  const first = new Map<string, number>();
  const clashes = clashesOf(rows, context.entity);
  return rows.map((before, at) => {
    const clash = clashes[at];
    const row =
      before.clash?.line === clash?.line && before.clash?.field === clash?.field
        ? before
        : judged({ ...before, clash }, context);
    const key = JSON.stringify([
      Object.entries(row.record).sort(([a], [b]) => (a < b ? -1 : 1)),
      Object.entries(row.finds).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
    const twin = first.get(key);
    if (twin === undefined) first.set(key, row.line);
    return row.twin === twin ? row : { ...row, twin };
  });
}

function clashesOf(rows: readonly ImportRow[], { fields }: Entity): ImportRow["clash"][] {
  const first = new Map<string, number>();
  const single = fields.filter((field) => field.unique);
  return rows.map(({ line, record }) => {
    const earlier = single.flatMap((field) => {
      const values = [field.name, ...field.unique!].map((name) => record[name]);
      if (!values.every(present)) return [];
      const key = JSON.stringify([field.name, ...values]);
      const before = first.get(key);
      if (before === undefined) first.set(key, line);
      return before === undefined ? [] : [{ field: field.name, line: before }];
    });
    return earlier[0];
  });
}
