/**
 * Turns the rows of a file into records. Each cell is parsed by its field's kind, and each row validated by the
 * entity's own check.
 */
import { computeRecord } from "../entity/conditions.ts";
import type { CheckError, Entity, Lang, Row } from "../model/entity.ts";
import { findChoiceMessage } from "../entity/messages.ts";
import { listObjects } from "../base/guards.ts";
import { present } from "../entity/values.ts";
import type { Scope } from "../model/expression.ts";
import type { Target } from "./columns.ts";
import type { ColumnMatch } from "./match.ts";
import { findBlanks, isNamed, readCell } from "./read-cell.ts";
import type { RawCell, Sheet } from "./sheet.ts";

/** First character of every cell in the template's row of rules, which identifies that row in an upload. */
export const RULE_PREFIX = "※";

/** A problem with a row. `column` is the target's id, or empty if the problem concerns the whole row. */
export interface RowProblem {
  column: string;
  code: string;
  message: string;
  /** Suggested values, closest first. */
  near?: readonly string[];
}
/** Result of looking up a referenced record: the record, or why there is none, with suggestions. */
export type Found =
  | { id: string; label: string }
  | { problem: "none" | "several" | "differs"; near?: readonly string[] };
/** Strings to look up, by field and label part. The part `""` is the field's own cell. */
export type Finds = Record<string, Record<string, string>>;

/** A row of the file. Immutable. */
export interface ImportRow {
  /** Row number as displayed by the spreadsheet program. */
  line: number;
  /** Cells by target, as parsed or as edited by the user. */
  cells: Readonly<Record<string, RawCell>>;
  record: Row;
  finds: Finds;
  /** Problems of cells that could not be parsed. */
  unread: RowProblem[];
  found: Readonly<Record<string, Found>>;
  /** Errors from the server for the current cells. */
  serverErrors: readonly CheckError[];
  /** All problems of the row. Empty when it is valid. */
  problems: RowProblem[];
  /** The record including computed values. */
  value: Row;
  /** Line of an identical earlier row. */
  duplicateOf?: number | undefined;
  seen?: { id: string; at: string } | undefined;
  /** Line of the first row of the same record, in files with several lines per record. */
  first?: number | undefined;
  /** Columns of the record in which the row differs from its first row. */
  differs?: readonly string[] | undefined;
  /** Unique field whose value also occurs in an earlier row. */
  clash?: { field: string; line: number } | undefined;
  /** Whether a referenced record still has to be looked up. */
  open: boolean;
}

export interface RowContext {
  entity: Entity;
  lang: Lang;
  targets: readonly Target[];
  /** Returns the facts from outside the record, which depend on the record's currency. */
  factsFor(record: Row): Scope;
  t(key: string, params?: Record<string, string | number>): string;
}

/** Returns the rows below the header, except empty rows and the template's row of rules. */
export function readRows(
  sheet: Sheet,
  header: number,
  columns: readonly ColumnMatch[],
  context: RowContext,
): ImportRow[] {
  const mapped = columns.flatMap(({ at, target }) => (target ? [{ at, id: target.id }] : []));
  const rows: ImportRow[] = [];
  sheet.rows.forEach((cells, index) => {
    if (index <= header || cells.every(isBlank) || isRules(cells)) return;
    const own = Object.fromEntries(mapped.map(({ at, id }) => [id, cells[at] ?? { text: "" }]));
    if (!Object.values(own).every(isBlank)) rows.push(readRow(index + 1, own, context));
  });
  return markDuplicates(rows, context);
}

const isBlank = (cell: RawCell): boolean => cell.text.trim() === "" && !cell.formula;
const isRules = (cells: readonly RawCell[]): boolean =>
  cells.every((cell) => cell.text.trim() === "" || cell.text.startsWith(RULE_PREFIX)) &&
  cells.some((cell) => cell.text.startsWith(RULE_PREFIX));

/** Parses and validates a row. Lookup results of `before` are reused while the strings to look up are unchanged. */
export function readRow(line: number, cells: ImportRow["cells"], context: RowContext, before?: ImportRow): ImportRow {
  const { targets } = context;
  const record: Row = {};
  const finds: Finds = {};
  const unread: RowProblem[] = [];
  // Currencies come before amounts, because a kind may read sibling values.
  const ordered = [...targets].sort((a, b) => Number(Boolean(a.reads.currency)) - Number(Boolean(b.reads.currency)));
  for (const target of ordered) {
    const cell = cells[target.id];
    if (!cell || isBlank(cell)) continue;
    const read = readCell(target, cell, record, context);
    if ("code" in read) unread.push({ column: target.id, ...read });
    else if (isNamed(target)) (finds[target.field.name] ??= {})[target.by ?? ""] = String(read.value);
    else if (target.inRow)
      record[target.field.name] = [{ ...readLine(record, target), [target.reads.name]: read.value }];
    else record[target.field.name] = read.value;
  }
  const kept = Object.fromEntries(
    Object.entries(before?.found ?? {}).filter(
      ([name]) => JSON.stringify(before?.finds[name]) === JSON.stringify(finds[name]),
    ),
  );
  return validateRow(
    { line, cells, record, finds, unread, found: kept, serverErrors: [], problems: [], value: {}, open: false },
    context,
  );
}

/** Returns the values of the row's line parsed so far. */
function readLine(record: Row, { field }: Target): Row {
  const [line] = listObjects(record[field.name]);
  return line ?? {};
}

/** Validates a row: its cells, its lookups and the entity's check, keeping one problem per column. */
export function validateRow(row: ImportRow, context: RowContext): ImportRow {
  const { entity, lang, t } = context;
  const record: Row = { ...row.record };
  const problems: RowProblem[] = [...row.unread];
  const silent = new Set(row.unread.map((problem) => findFieldAt(problem.column, context)));
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
        addBlanks(row, context, {
          column: findColumn(name, context, parts),
          code: `found.${found.problem}`,
          ...(found.near?.length
            ? { message: t("import.problem.near", { names: found.near.join(t("import.or")) }), near: found.near }
            : { message: t(`import.problem.${found.problem}`) }),
        }),
      );
  }
  const contexts = context.factsFor(record);
  const verdict = entity.check(record, { lang, contexts });
  const figures = computeRecord(entity, verdict.value, contexts);
  // The field's `choose` message replaces "required", since only the server knows whether there is a record to choose.
  const errors = verdict.errors
    .filter(({ at, code }) => !row.serverErrors.some((error) => error.at === at && error.code === code))
    .map((error) => ({ ...error, message: findChoiceMessage(entity, error, lang) ?? error.message }));
  for (const error of [...errors, ...row.serverErrors]) {
    const name = parseField(error.at);
    if (silent.has(name)) continue;
    const column = findColumn(name, context, row.cells);
    if (!problems.some((problem) => problem.column === column))
      problems.push(addBlanks(row, context, { column, code: error.code, message: error.message }));
  }
  const { clash } = row;
  const columnName = clash && findColumn(clash.field, context, row.cells);
  if (clash && columnName !== undefined && !problems.some((problem) => problem.column === columnName))
    problems.push({
      column: columnName,
      code: "unique",
      message: t("import.problem.clash", { line: String(clash.line) }),
    });
  for (const id of row.differs ?? []) {
    if (!problems.some(({ column: other }) => other === id))
      problems.push({
        column: id,
        code: "differs",
        message: t("import.problem.sameRecord", { line: String(row.first) }),
      });
  }
  return { ...row, problems, open, value: { ...verdict.value, ...figures } };
}

/** Adds a hint about blanks to a problem, if the cell contains blanks that its code must not have. */
function addBlanks(row: ImportRow, context: RowContext, problem: RowProblem): RowProblem {
  const target = context.targets.find(({ id }) => id === problem.column);
  const blanks = target && findBlanks(target, row.cells[problem.column], context);
  return blanks
    ? {
        ...problem,
        message: `${blanks.text}${context.t("import.stop")}${problem.message}`,
        near: problem.near ?? blanks.near,
      }
    : problem;
}

function findFieldAt(column: string, { targets }: RowContext): string {
  const target = targets.find(({ id }) => id === column);
  return target && !target.inRow ? target.field.name : column;
}
/**
 * Returns the field at a JSON pointer. A line's field is prefixed with its list: `lines.price` for `/lines/0/price`.
 */
function parseField(at: string): string {
  const [, name = "", , inner] = at.split("/");
  return inner === undefined ? name : `${name}.${inner}`;
}

/**
 * Returns the column that shows a field's problem: one that the file contains, preferably the last label part (the
 * account number), otherwise the field's first column. Empty when the field has no column.
 */
function findColumn(field: string, { targets }: RowContext, present: Readonly<Record<string, unknown>>): string {
  const own = targets.filter((target) => target.field.name === field || target.id === field);
  const has = (target: Target) =>
    target.id in present ||
    (target.by !== undefined && target.by in present) ||
    (target.by === undefined && "" in present);
  return (own.findLast(has) ?? own[0])?.id ?? "";
}

/** Validates a row with the server's response for its current cells. */
export function mergeResponse(
  row: ImportRow,
  response: { found?: Record<string, Found>; errors?: readonly CheckError[]; seen?: ImportRow["seen"] },
  context: RowContext,
): ImportRow {
  return validateRow(
    { ...row, found: { ...row.found, ...response.found }, serverErrors: response.errors ?? [], seen: response.seen },
    context,
  );
}

/**
 * Joins the lines of each record, then marks rows that are identical to an earlier one, which is allowed but rarely
 * intended, and rows that violate uniqueness within the file.
 */
export function markDuplicates(found: readonly ImportRow[], context: RowContext): ImportRow[] {
  const rows = joinLines(found, context);
  const first = new Map<string, number>();
  const clashes = findClashes(rows, context.entity);
  return rows.map((before, index) => {
    const clash = clashes[index];
    const row =
      before.clash?.line === clash?.line && before.clash?.field === clash?.field
        ? before
        : validateRow({ ...before, clash }, context);
    const key = JSON.stringify([
      Object.entries(row.record).sort(([a], [b]) => (a < b ? -1 : 1)),
      Object.entries(row.finds).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
    // Identical lines of the same record are not duplicates.
    const duplicateOf = row.first === undefined ? first.get(key) : undefined;
    if (duplicateOf === undefined) first.set(key, row.line);
    return row.duplicateOf === duplicateOf ? row : { ...row, duplicateOf };
  });
}

/**
 * Joins rows with the same text in the key's column into one record, for files with several lines per record. Empty
 * cells of a later row take the values of the first row; cells that differ from it are reported.
 */
function joinLines(rows: readonly ImportRow[], context: RowContext): readonly ImportRow[] {
  const { key } = context.entity.list.import ?? {};
  if (key === undefined) return rows;
  const firsts = new Map<string, ImportRow>();
  const heads = context.targets.filter(({ inRow }) => !inRow).map(({ id }) => id);
  return rows.map((before) => {
    const text = before.cells[key]?.text.trim() ?? "";
    const known = text === "" ? undefined : firsts.get(text);
    const first = known ?? before;
    if (!known) firsts.set(text, before);
    const empty = heads.filter(
      (id) => first.cells[id] && isBlank(before.cells[id] ?? { text: "" }) && !isBlank(first.cells[id]),
    );
    const filled = Object.fromEntries(empty.flatMap((id) => (first.cells[id] ? [[id, first.cells[id]]] : [])));
    const row = empty.length > 0 ? readRow(before.line, { ...before.cells, ...filled }, context, before) : before;
    const differs = heads.filter((id) => (row.cells[id]?.text.trim() ?? "") !== (first.cells[id]?.text.trim() ?? ""));
    const same = row === before && row.first === first.line && (row.differs ?? []).join() === differs.join();
    return same ? row : validateRow({ ...row, first: first.line, differs }, context);
  });
}

function findClashes(rows: readonly ImportRow[], { fields }: Entity): ImportRow["clash"][] {
  const first = new Map<string, number>();
  const single = fields.flatMap(({ name, unique }) => (unique ? [{ name, keys: [name, ...unique] }] : []));
  return rows.map(({ line, record, first: own }) => {
    if (own !== undefined && own !== line) return undefined;
    const earlier = single.flatMap(({ name: field, keys }) => {
      const values = keys.map((name) => record[name]);
      if (!values.every(present)) return [];
      const key = JSON.stringify([field, ...values]);
      const before = first.get(key);
      if (before === undefined) first.set(key, line);
      return before === undefined ? [] : [{ field, line: before }];
    });
    return earlier[0];
  });
}
