/** Geometry of a rectangular range of cells, selected in lists and in grids of inputs. */

/** Position of a cell: the indexes of its row and column. */
export interface CellPosition {
  row: number;
  column: number;
}
/** A range given by two opposite corners, in any order. Extending it moves `to` and keeps `from`. */
export interface CellRange {
  from: CellPosition;
  to: CellPosition;
}
/** First and last row and column of a range. */
export interface Edges {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const findEdges = ({ from, to }: CellRange): Edges => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
});

/** Returns the upper left cell of a range. */
export function findStart(range: CellRange): CellPosition {
  const { top, left } = findEdges(range);
  return { row: top, column: left };
}
export function countCells(range: CellRange): number {
  const { top, bottom, left, right } = findEdges(range);
  return (bottom - top + 1) * (right - left + 1);
}
export const isSameCell = (a: CellPosition, b: CellPosition): boolean => a.row === b.row && a.column === b.column;

/** Offset in rows and columns by which each arrow key moves. */
export const ARROWS: Readonly<Record<string, CellPosition>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/**
 * Moves the end of a range by an offset, clamped to a table with `size` rows and columns.
 * @example
 * const at = { row: 0, column: 1 };
 * moveEnd({ from: at, to: at }, { row: Infinity, column: 0 }, { row: 3, column: 2 }).to // => { row: 2, column: 1 }
 */
export const moveEnd = ({ from, to }: CellRange, by: CellPosition, size: CellPosition): CellRange => ({
  from,
  to: { row: clamp(to.row + by.row, size.row), column: clamp(to.column + by.column, size.column) },
});
