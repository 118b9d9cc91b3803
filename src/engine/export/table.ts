/** Table model of an export: fields in order, rows as typed cells rendered by the fields' kinds. */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { listObjects } from "../base/guards.ts";
import { getTextName } from "../entity/core.ts";
import { buildKindContext, readValue } from "../entity/values.ts";
import type { Cell, KindContext } from "../model/kind.ts";

/** Columns of an export and the reader's language. */
export interface ExportTable {
  entity: Entity;
  fields: Field[];
  lang: Lang;
  /** The list whose rows are lines of the file, and its fields; these stand behind the record's own, which each line repeats. */
  lines?: { name: string; fields: Field[] };
  /** Resolves the label of a reference or list value; undefined falls back to the kind's own cell. */
  label?(field: Field, value: string, row: Row): string | undefined;
}

/**
 * Maximum rows of a worksheet, header included. Source: Excel's limit.
 * @example
 * MAX_SHEET_ROWS // => 1_048_576
 */
export const MAX_SHEET_ROWS = 1_048_576;
/** Maximum length of a cell's text in UTF-16 units. Source: Excel's limit. */
export const MAX_CELL_TEXT = 32_767;

/** True when a spreadsheet would round this plain decimal: it keeps 15 digits. */
export function isRounded(value: string): boolean {
  return value.length > 15 && value.replace(/^[-0.]+|\D/g, "").length > 15;
}

/**
 * Thrown when the result does not fit the format. Nothing of the file may be delivered. `what`: the exceeded limit.
 * @example
 * new ExportTooLarge("rows").what // => "rows"
 */
export class ExportTooLarge extends Error {
  readonly what: "rows" | "cell" | "file";
  constructor(what: "rows" | "cell" | "file") {
    super(`export too large: ${what}`);
    this.name = "ExportTooLarge";
    this.what = what;
  }
}

/** Returns the fields that may be exported: no secrets, no local or hashed fields. */
function listExportable(entity: Entity): Field[] {
  return entity.fields.filter((field) => !field.writeOnly && !field.local && !field.digest);
}

/**
 * Builds the table for these field names, in order. Names that may not be exported are dropped; without any: the list's
 * own columns. A currency column precedes its amounts even when not requested.
 * @example
 * const table = exportTable(entity, ["orderNo", "amount"], "en");
 */
export function exportTable(
  entity: Entity,
  names: readonly string[] | undefined,
  lang: Lang,
  label?: ExportTable["label"],
): ExportTable {
  const allowed = new Map(listExportable(entity).map((field) => [field.name, field]));
  const chosen = (wanted: readonly string[]) => [...new Set(wanted)].flatMap((name) => allowed.get(name) ?? []);
  const asked = chosen(names ?? []);
  const own = asked.length > 0 ? asked : chosen(entity.list.columns);
  const code = ({ currency }: Field) => (currency && "field" in currency ? allowed.get(currency.field) : undefined);
  const fields = own.flatMap((field) => {
    const currency = code(field);
    return currency && !own.includes(currency) ? [currency, field] : [field];
  });
  return { entity, ...splitLines(entity, [...new Set(fields)]), lang, ...(label && { label }) };
}

/** Takes the list out of the fields whose rows files bring as lines (`x-list.import.key`). */
function splitLines({ list }: Entity, fields: Field[]): Pick<ExportTable, "fields" | "lines"> {
  const lines = list.import?.key === undefined ? undefined : fields.find(({ items }) => items);
  if (!lines?.items) return { fields };
  return { fields: fields.filter((field) => field !== lines), lines: { name: lines.name, fields: lines.items } };
}

/** Returns the fields of the columns: the record's own, then those of its lines. */
export const listColumnFields = ({ fields, lines }: ExportTable): readonly Field[] =>
  lines ? [...fields, ...lines.fields] : fields;

/** Returns the column labels. */
export function listHeaders(table: ExportTable): string[] {
  return listColumnFields(table).map((field) => table.entity.label(getTextName(field), table.lang));
}

/** Returns the cells of a record: a row of the file, or one for each of its lines. */
export function listLineCells(table: ExportTable, row: Row): Cell[][] {
  const own = listCells(table, row);
  const { lines } = table;
  if (!lines) return [own];
  const all = listObjects(row[lines.name]);
  return (all.length > 0 ? all : [{}]).map((line) => [
    ...own,
    ...listCells(
      { entity: table.entity, lang: table.lang, fields: lines.fields },
      { ...row, ...createEmptied(lines.fields), ...line },
    ),
  ]);
}

/** Values of a line that has none: those of the record with the same names are others. */
const createEmptied = (fields: readonly Field[]): Row =>
  Object.fromEntries(fields.map(({ name }) => [name, undefined]));

/** Returns the cells of a row, in the order of the table's fields. */
export function listCells({ entity, fields, lang, label }: ExportTable, row: Row): Cell[] {
  // One context per row, reused for all fields: kinds do not retain it.
  let context: KindContext | undefined;
  return fields.map((field) => {
    const value = readValue(field, row);
    const known = label && typeof value === "string" && value !== "" ? label(field, value, row) : undefined;
    if (known !== undefined) return { type: "text", value: known };
    context ??= buildKindContext(entity, field, lang, row);
    context.field = field;
    return field.kind.cell(value, context);
  });
}
