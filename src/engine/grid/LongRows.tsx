import type { ReactNode } from "react";
import { createLazyPart } from "../react/lazy-part.tsx";
import type { VirtualRowsProps } from "./VirtualRows.tsx";

const VirtualRows = createLazyPart<VirtualRowsProps & Pick<LongRowsProps, "first">>(
  () => import("./VirtualRows.tsx").then((module) => module.VirtualRows),
  ({ count, first = 0, renderRow }) => renderFirst(Math.min(count, first), renderRow),
);

interface LongRowsProps extends Omit<VirtualRowsProps, "scroller"> {
  /** Number of rows up to which all are rendered. Of more rows, only those in view are. */
  max: number;
  /** Number of rows rendered until the virtualisation code has loaded. Default: none. */
  first?: number;
  /** The scrolling element. Null until it is mounted. */
  scroller: HTMLElement | null;
}
/** Rows of a table's body. */
export function LongRows({ max, scroller, ...rows }: LongRowsProps) {
  if (rows.count <= max) return renderFirst(rows.count, rows.renderRow);
  return scroller && <VirtualRows {...rows} scroller={scroller} />;
}

const renderFirst = (count: number, renderRow: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_row, index) => renderRow(index));
