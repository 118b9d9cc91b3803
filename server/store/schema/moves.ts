/**
 * Moves of stored values: a field that was renamed or moved into a nested object names its former names
 * (`x-formerly`), and a migration moves each record's values to the current name.
 */
import type { Entity, Field, Row } from "@portolan/engine";
import { openRow } from "../../core/sealed-record.ts";
import type { Seal } from "../../core/seal.ts";
import type { Shape } from "./shape.ts";

/** A former name of a field, and the field. */
export interface Move {
  from: string;
  field: Field;
}

/** Returns the moves to fields of an entity that have not been made in a database with this shape. */
export const listMoves = ({ fields }: Pick<Entity, "fields">, applied: Shape | undefined): Move[] =>
  applied
    ? fields.flatMap((field) =>
        (field.formerly ?? [])
          .filter((from) => !applied.fields[field.name]?.formerly?.includes(from))
          .map((from) => ({ from, field })),
      )
    : [];

/** Returns the shape with the current names of the fields. Columns and indexes keep theirs. */
export function renameFields(shape: Shape, moves: readonly Move[]): Shape {
  const fields = { ...shape.fields };
  for (const { from, field } of moves) {
    const was = fields[from];
    if (!was) continue;
    delete fields[from];
    fields[field.name] ??= was;
  }
  return { ...shape, fields };
}

/**
 * Returns the record with each value under the current name of its field. A field that has a value keeps it, and the
 * other value stays unread.
 */
export function moveValues(row: Row, moves: readonly Move[]): Row {
  let moved = row;
  for (const { from, field } of moves) {
    const { [from]: value, ...rest } = moved;
    if (isFilled(value) && !isFilled(moved[field.name])) moved = { ...rest, [field.name]: value };
  }
  return moved;
}

/** Moves the values of a stored record. Secrets are opened, because they are sealed for the former name. */
export function moveStored(
  seal: Seal | undefined,
  owner: { entity: Entity; tenant: string; id: string },
  row: Row,
  moves: readonly Move[],
): Row {
  const former = moves.map(({ from, field }) => ({ ...field, name: from }));
  return moveValues(openRow(seal, owner, row, former), moves);
}

/** Returns whether a stored value is neither absent nor empty. */
export const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
