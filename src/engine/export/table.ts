/** Table model of an export: fields in order, and rows as typed cells formatted by the fields' kinds. */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { listObjects } from "../base/guards.ts";
import { findLines } from "../entity/file-lines.ts";
import { getTextName } from "../entity/labels.ts";
import { buildKindContext, readValue } from "../entity/values.ts";
import type { Cell, KindContext } from "../model/kind.ts";
import { pickText, type EngineTexts } from "../base/engine-texts.ts";

/** Columns of an export and its language. */
export interface ExportTable {
  entity: Entity;
  fields: Field[];
  lang: Lang;
  /**
   * The list whose rows become lines of the file, and the fields of these rows. Their columns follow those of the
   * record, whose values are repeated on each line.
   */
  lines?: { name: string; fields: Field[] };
  /** Returns the label of a reference or list value, or undefined to use the kind's cell. */
  label?(field: Field, value: string, row: Row): string | undefined;
}

/**
 * Maximum number of rows in a worksheet, including the header. Source: Excel's limit.
 * @example
 * MAX_SHEET_ROWS // => 1_048_576
 */
export const MAX_SHEET_ROWS = 1_048_576;
/** Maximum length of a cell's text in UTF-16 units. Source: Excel's limit. */
export const MAX_CELL_TEXT = 32_767;

/**
 * Thrown when the result exceeds a limit of the format. The part of the file already written must be discarded. `what`
 * is the exceeded limit.
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

/** Returns the exportable fields: all except secrets, local fields and hashed fields. */
function listExportable(entity: Entity): Field[] {
  return entity.fields.filter((field) => !field.writeOnly && !field.local && !field.digest);
}

/**
 * Builds the table for the given field names, in order. Names that may not be exported are dropped; if none remains,
 * the list's columns are used. A currency column that was not requested is added before its amounts, if it may be
 * exported.
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
  const selected = chosen(names ?? []);
  const own = selected.length > 0 ? selected : chosen(entity.list.columns);
  const code = ({ currency }: Field) => (currency && "field" in currency ? allowed.get(currency.field) : undefined);
  const fields = own.flatMap((field) => {
    const currency = code(field);
    return currency && !own.includes(currency) ? [currency, field] : [field];
  });
  return { entity, ...splitLines(entity, [...new Set(fields)]), lang, ...(label && { label }) };
}

/** Separates the list field whose rows become lines of the file (`x-list.import.key`) from the other fields. */
function splitLines(entity: Entity, fields: Field[]): Pick<ExportTable, "fields" | "lines"> {
  const lines = findLines(entity, fields);
  if (!lines?.items) return { fields };
  return { fields: fields.filter((field) => field !== lines), lines: { name: lines.name, fields: lines.items } };
}

/** Returns the fields of the columns: those of the record, then those of its lines. */
export const listColumnFields = ({ fields, lines }: ExportTable): readonly Field[] =>
  lines ? [...fields, ...lines.fields] : fields;

/** Returns the column labels, each followed by the field's unit in brackets, if any. Imports ignore the brackets. */
export function listHeaders({ entity, lang, ...table }: ExportTable): string[] {
  return listColumnFields({ entity, lang, ...table }).map((field) => {
    const label = entity.label(getTextName(field), lang);
    return field.unit ? `${label}${pickText(BRACKETS, lang).join(entity.unit(undefined, lang, field))}` : label;
  });
}
const BRACKETS: EngineTexts<readonly [string, string]> = { zh: ["（", "）"], en: [" (", ")"] };

/** Returns the cells of a record: one row of the file, or one row for each line of the record (at least one). */
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

/** Returns empty values for a line, so that record fields of the same name do not show through. */
const createEmptied = (fields: readonly Field[]): Row =>
  Object.fromEntries(fields.map(({ name }) => [name, undefined]));

/** Returns the cells of a row in the order of the table's fields. */
export function listCells({ entity, fields, lang, label }: ExportTable, row: Row): Cell[] {
  // All fields of a row share one context, because kinds do not retain it.
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
