/** What is exported: fields of an entity in a given order, in the reader's language. Each row becomes typed cells, asked of the fields' kinds. */
import type { Entity, Field, Lang, Row } from "../model/entity.ts";
import { kindContext, saidBy } from "../entity/values.ts";
import type { Cell } from "../model/kind.ts";

/** The table that a file holds. */
export interface ExportTable {
  entity: Entity;
  fields: Field[];
  lang: Lang;
  /** Label of a value that only a reference list or another record knows; without it the cell is the kind's own. */
  label?(field: Field, value: string, row: Row): string | undefined;
}

/** Most rows of one worksheet, the header among them. Source: Excel's own limit. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Most characters of one cell, in UTF-16 units. Source: Excel's own limit. */
export const MAX_CELL_TEXT = 32_767;

/** Whether a spreadsheet would round this plain decimal: it keeps 15 digits. */
export function isRounded(value: string): boolean {
  return value.length > 15 && value.replace(/^[-0.]+|\D/g, "").length > 15;
}

/** The result does not fit the format; nothing of it may be delivered. `what` is the limit that was met. */
export class ExportTooLarge extends Error {
  readonly what: "rows" | "cell" | "file";
  constructor(what: "rows" | "cell" | "file") {
    super(`export too large: ${what}`);
    this.name = "ExportTooLarge";
    this.what = what;
  }
}

/** Every field that may leave in a file: no secrets, nothing that is only checked and never stored. */
function exportable(entity: Entity): Field[] {
  return entity.fields.filter((field) => !field.writeOnly && !field.local && !field.digest);
}

/** The table for these field names in their order; names that may not be exported fall out. Without any: the list's own columns. Where amounts are of several currencies, which one stands before them, asked for or not. */
export function exportTable(
  entity: Entity,
  names: readonly string[] | undefined,
  lang: Lang,
  label?: ExportTable["label"],
): ExportTable {
  const allowed = new Map(exportable(entity).map((field) => [field.name, field]));
  const chosen = (wanted: readonly string[]) => [...new Set(wanted)].flatMap((name) => allowed.get(name) ?? []);
  const asked = chosen(names ?? []);
  const own = asked.length > 0 ? asked : chosen(entity.list.columns);
  const code = ({ currency }: Field) => (currency && "field" in currency ? allowed.get(currency.field) : undefined);
  const fields = own.flatMap(
    (field) =>
      [code(field), field].filter((one) => one !== undefined && (one === field || !own.includes(one))) as Field[],
  );
  return { entity, fields: [...new Set(fields)], lang, label };
}

/** Labels of the columns. */
export function headerOf({ entity, fields, lang }: ExportTable): string[] {
  return fields.map((field) => entity.text(`field.${field.name}.label`, lang));
}

/** One row's cells, in the order of the table's fields. */
export function cellsOf({ entity, fields, lang, label }: ExportTable, row: Row): Cell[] {
  // One context a row, told which field it is about: kinds read it and keep nothing.
  const context = fields[0] && kindContext(entity, fields[0], lang, row);
  return fields.map((field) => {
    const value = saidBy(field, row);
    const known = label && typeof value === "string" && value !== "" ? label(field, value, row) : undefined;
    if (known !== undefined) return { type: "text", value: known };
    context!.field = field;
    return field.kind.cell(value, context!);
  });
}
