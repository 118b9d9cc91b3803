/**
 * Pastes a copied spreadsheet range into the rows of a list, from a cell to the right and downwards. Rows are added as
 * needed.
 */
import { getTextName } from "../../entity/labels.ts";
import { buildDefaults } from "../../form-store/form-schema.ts";
import { LeafNode, type ListNode, type ObjectNode } from "../../form-store/nodes.ts";
import type { Entered, FormStore } from "../../form-store/store.ts";
import { readSeparated } from "../../import/read-csv.ts";
import { normaliseHeader } from "../../import/match.ts";
import { isNamed, readCell } from "../../import/read-cell.ts";
import type { RawCell } from "../../import/sheet.ts";
import type { Entity, Field, Row } from "../../model/entity.ts";
import type { Ports } from "../../model/ports.ts";
import { findChoice, loadBothLanguages } from "../pasted-values.ts";

export interface PasteTarget {
  store: FormStore;
  ports: Ports;
  list: ListNode;
  /** Columns of the grid in display order. */
  columns: readonly Field[];
}
/** Position of the upper left cell: row index and column name. */
export interface CellPosition {
  row: number;
  column: string;
}
/** Result of a paste. */
export interface Pasted {
  rows: number;
  /** Number of cells with an error. */
  wrong: number;
  /** Number of rows that were not pasted because of the list's row limit. */
  left: number;
  /** Reverts the paste: removes the added rows and restores the changed values. */
  undo(): void;
}

/** Returns whether a string is a range of more than one cell. */
export const isRange = (text: string): boolean => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ""));

/**
 * Fills cells from tab-separated text, starting at `place`. A first line of headers selects the columns and is not
 * pasted. Returns undefined when there is no line to paste.
 */
export async function pasteRange(target: PasteTarget, cell: CellPosition, text: string): Promise<Pasted | undefined> {
  const { store, ports, list, columns } = target;
  const both = await loadBothLanguages(store.entity, ports);
  const most = Number(list.field.schema.maxItems ?? Infinity);
  const block = readSeparated(text.replace(/[\r\n]+$/, ""), "\t", MAX_ROWS).rows;
  const headed = findHeaders(both, columns, block[0] ?? []);
  const lines = headed ? block.slice(1) : block;
  if (lines.length === 0) return undefined;
  const fit = lines.slice(0, Math.max(0, most - cell.row));
  const before = list.rows.length;
  const rows = fit.map((_line, index) => list.rows[cell.row + index] ?? addRow(store, list));
  const fields = headed ?? pickColumns(columns, cell.column, Math.max(0, ...lines.map((line) => line.length)));
  const values = rows.flatMap((row, index) => readLine(target, both, { row, fields, cells: fit[index] ?? [] }));
  const undo = createUndo(target, values, before);
  store.enter(list, values);
  await nameRecords(target, values);
  const wrong = values.filter(({ leaf }) => leaf.view.error !== undefined).length;
  return { rows: rows.length, wrong, left: lines.length - fit.length, undo };
}

/** Maximum number of rows in a paste, more than any list allows. */
const MAX_ROWS = 5_000;

/** Adds an empty row, by default at the end. */
export function addRow(store: FormStore, list: ListNode, at = list.rows.length): ObjectNode {
  const row = list.insert(at, buildDefaults(list.field.items ?? []));
  store.adoptRow(row);
  return row;
}

/**
 * Returns the fields that the first line names by property name, label or alias, or undefined when any of its cells
 * names none.
 */
function findHeaders(
  entity: Entity,
  columns: readonly Field[],
  line: readonly RawCell[],
): (Field | undefined)[] | undefined {
  const names = new Map(
    columns.flatMap((field) =>
      [
        field.name,
        ...entity.dialect.languages.map((lang) => entity.label(getTextName(field), lang)),
        ...(field.aliases ?? []),
      ].map((name) => [normaliseHeader(name), field] as const),
    ),
  );
  const found = line.map(({ text }) => names.get(normaliseHeader(text)));
  return found.length > 0 && found.every(Boolean) ? found : undefined;
}

/**
 * Returns the fields that a range of this width fills. A range that is wider than the editable columns is taken to
 * include read-only ones, and any other range skips them.
 */
function pickColumns(columns: readonly Field[], from: string, width: number): (Field | undefined)[] {
  const right = columns.slice(columns.findIndex(({ name }) => name === from));
  const open = right.filter((field) => !field.readOnly && !field.compute);
  return (width > open.length ? right : open).slice(0, width);
}

interface Line {
  row: ObjectNode;
  fields: readonly (Field | undefined)[];
  cells: readonly RawCell[];
}

/** Parses the cells of a line. Currencies come before the amounts that depend on them. */
function readLine({ store, ports }: PasteTarget, both: Entity, { row, fields, cells }: Line): Entered[] {
  const record: Row = { ...store.record(), ...row.toJSON() };
  const order = [...fields.keys()].toSorted((a, b) => Number(hasCurrency(fields[a])) - Number(hasCurrency(fields[b])));
  return order.flatMap((at): Entered[] => {
    const field = fields[at];
    const cell = cells[at];
    const leaf = field && row.child(field.name);
    if (!cell || !(leaf instanceof LeafNode) || leaf.locked) return [];
    if (cell.text.trim() === "") return [{ leaf, value: undefined }];
    const target = { id: leaf.field.name, field: leaf.field, reads: leaf.field, names: [] };
    const read = readCell(target, cell, record, { entity: both, lang: ports.lang, t: ports.t });
    if ("code" in read) return [{ leaf, value: cell.text.trim(), raw: true, error: read.message }];
    record[leaf.field.name] = read.value;
    // The referenced record is looked up later; until then the cell holds the text.
    return [{ leaf, value: read.value, raw: isNamed(target) }];
  });
}
const hasCurrency = (field: Field | undefined): boolean => field?.currency !== undefined;

/**
 * Looks up the records that pasted cells refer to, each only once, and fills them in. Cells without a match get an
 * error.
 */
async function nameRecords({ store, ports, list }: PasteTarget, values: readonly Entered[]): Promise<void> {
  const named = values.filter(
    ({ leaf, value }) => value !== undefined && isNamed({ ...NO_TARGET, field: leaf.field, reads: leaf.field }),
  );
  const lookups = new Map<string, ReturnType<typeof findChoice>>();
  const found = await Promise.all(
    named.map(async (one): Promise<Entered[]> => {
      const { leaf } = one;
      const { record } = store.context(leaf);
      const value = String(one.value);
      const key = JSON.stringify([leaf.field.name, value, leaf.view.among]);
      const lookup = lookups.get(key) ?? findChoice({ ports, field: leaf.field, value, record }).catch(() => undefined);
      lookups.set(key, lookup);
      const chosen = await lookup;
      // The user has edited the cell in the meantime.
      if (leaf.value !== one.value) return [];
      if (!chosen) return [{ ...one, error: ports.t("form.noMatch") }];
      const copies = Object.entries(chosen.copies).flatMap(([name, copy]): Entered[] => {
        const other = leaf.parent.child(name);
        return other instanceof LeafNode ? [{ leaf: other, value: copy ?? undefined }] : [];
      });
      return [{ leaf, value: chosen.key }, ...copies];
    }),
  );
  if (named.length > 0) store.enter(list, found.flat());
}
const NO_TARGET = { id: "", names: [] };

/** Returns a function that restores the previous values and removes the added rows. */
function createUndo({ store, list }: PasteTarget, values: readonly Entered[], count: number): () => void {
  const before = values.map(({ leaf }): Entered => ({ leaf, value: leaf.value, raw: leaf.raw }));
  return () => {
    for (let at = list.rows.length - 1; at >= count; at -= 1) list.remove(at);
    store.enter(list, before);
  };
}
