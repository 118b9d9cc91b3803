/**
 * Pastes a copied spreadsheet range into the rows of a list, from a cell to the right and downwards. Rows are added as
 * needed, up to the list's row limit.
 */
import { type FieldEntry, LeafNode, type ListNode, type ObjectNode } from "../../form-store/nodes.ts";
import type { FormStore } from "../../form-store/store.ts";
import type { CellPosition } from "../../grid/range.ts";
import { readSeparated } from "../../import/read-csv.ts";
import { listNames } from "../../import/columns.ts";
import { normalizeHeader } from "../../import/match.ts";
import { readCell } from "../../import/read-cell.ts";
import type { RawCell } from "../../import/sheet.ts";
import type { Entity, Field, Row } from "../../model/entity.ts";
import type { Ports } from "../../model/ports.ts";
import { findChoice, getListName } from "../pasted-values.ts";

export interface PasteTarget {
  store: FormStore;
  ports: Ports;
  list: ListNode;
  /** Columns of the grid in display order. */
  columns: readonly Field[];
}
/** Result of a paste. */
export interface Pasted {
  rows: number;
  /** Number of rows that were not pasted because of the list's row limit. */
  left: number;
  values: readonly FieldEntry[];
}

/**
 * Fills cells from tab-separated text, starting at `cell`. A first line of headers selects the columns and is not
 * pasted. `both` is the entity with labels in both languages. Returns undefined when there is no line to paste. Records
 * are looked up afterwards, by `findNamed`.
 */
export function pasteRange(target: PasteTarget, both: Entity, cell: CellPosition, text: string): Pasted | undefined {
  const { store, list, columns } = target;
  const max = Number(list.field.schema.maxItems ?? Infinity);
  const block = readSeparated(text.replace(/[\r\n]+$/, ""), "\t", MAX_ROWS).rows;
  const headed = findHeaders(both, columns, block[0] ?? []);
  const lines = headed ? block.slice(1) : block;
  if (lines.length === 0) return undefined;
  const fit = lines.slice(0, Math.max(0, max - cell.row));
  const rows = fit.map((_line, index) => list.rows[cell.row + index] ?? store.addRow(list));
  const fields = headed ?? pickColumns(columns, cell.column, Math.max(0, ...lines.map((line) => line.length)));
  const values = rows.flatMap((row, index) => readLine(target, both, { row, fields, cells: fit[index] ?? [] }));
  store.enter(list, values);
  return { rows: rows.length, left: lines.length - fit.length, values };
}

/** Maximum number of rows in a paste, more than any list allows. */
const MAX_ROWS = 5_000;

/**
 * Returns the fields that the cells of the first line name by property name, label or alias. Undefined when one of the
 * cells names no field.
 */
function findHeaders(
  entity: Entity,
  columns: readonly Field[],
  line: readonly RawCell[],
): (Field | undefined)[] | undefined {
  const names = new Map(
    columns.flatMap((field) =>
      [field.name, ...listNames(entity, field)].map((name) => [normalizeHeader(name), field] as const),
    ),
  );
  const found = line.map(({ text }) => names.get(normalizeHeader(text)));
  return found.length > 0 && found.every(Boolean) ? found : undefined;
}

/**
 * Returns the fields that a range of this width fills. A range that is wider than the editable columns is taken to
 * include read-only ones, and any other range skips them.
 */
function pickColumns(columns: readonly Field[], from: number, width: number): (Field | undefined)[] {
  const right = columns.slice(from);
  const open = right.filter(isEditable);
  return (width > open.length ? right : open).slice(0, width);
}

/** Returns whether a column has cells that the user can change. */
export const isEditable = ({ readOnly, compute }: Field): boolean => !readOnly && !compute;

interface Line {
  row: ObjectNode;
  fields: readonly (Field | undefined)[];
  cells: readonly RawCell[];
}

/** Parses the cells of a line. Currencies come before the amounts that depend on them. */
function readLine({ store, ports }: PasteTarget, both: Entity, { row, fields, cells }: Line): FieldEntry[] {
  const record: Row = { ...store.record(), ...row.toJSON() };
  const order = [...fields.keys()].toSorted((a, b) => Number(hasCurrency(fields[a])) - Number(hasCurrency(fields[b])));
  return order.flatMap((index): FieldEntry[] => {
    const field = fields[index];
    const cell = cells[index];
    if (!field || !cell) return [];
    const leaf = row.child(field.name);
    if (!(leaf instanceof LeafNode) || leaf.locked) return [];
    if (cell.text.trim() === "") return [{ leaf, value: undefined }];
    const read = readCell({ id: field.name, field, reads: field, names: [] }, cell, record, {
      entity: both,
      lang: ports.lang,
      t: ports.t,
    });
    if ("code" in read) return [{ leaf, value: cell.text.trim(), raw: true, error: read.message }];
    record[field.name] = read.value;
    // The referenced record is looked up later; until then the cell holds the text.
    return [{ leaf, value: read.value, raw: getListName(field) !== undefined }];
  });
}
const hasCurrency = (field: Field | undefined): boolean => field?.currency !== undefined;

/**
 * Looks up the records that pasted cells refer to, each only once. Returns the values that they fill in. Cells without
 * a match get an error; cells that the user has edited in the meantime are left out.
 */
export async function findNamed({ store, ports }: PasteTarget, values: readonly FieldEntry[]): Promise<FieldEntry[]> {
  const named = values.filter(({ leaf, value }) => value !== undefined && getListName(leaf.field) !== undefined);
  const lookups = new Map<string, ReturnType<typeof findChoice>>();
  const found = await Promise.all(
    named.map(async (item): Promise<FieldEntry[]> => {
      const { leaf } = item;
      const { record } = store.context(leaf);
      const value = String(item.value);
      const key = JSON.stringify([leaf.field.name, value, leaf.view.among]);
      const lookup = lookups.get(key) ?? findChoice({ ports, field: leaf.field, value, record }).catch(() => undefined);
      lookups.set(key, lookup);
      const chosen = await lookup;
      // Drop the result if the user has edited the cell in the meantime.
      if (leaf.value !== item.value) return [];
      if (!chosen) return [{ ...item, error: ports.t("form.noMatch") }];
      const copies = Object.entries(chosen.copies).flatMap(([name, copy]): FieldEntry[] => {
        const other = leaf.parent.child(name);
        return other instanceof LeafNode ? [{ leaf: other, value: copy ?? undefined }] : [];
      });
      return [{ leaf, value: chosen.key }, ...copies];
    }),
  );
  return found.flat();
}
