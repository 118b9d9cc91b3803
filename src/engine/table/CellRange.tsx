/**
 * Cell range of a list: selected with the mouse or with Shift and the arrow keys, and copied in a format for
 * spreadsheets. A bar shows the sums of its amounts. Cells are marked by an attribute, so that selecting a range
 * re-renders no row.
 */
import { Copy } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { type CellRange as Range, findEdges } from "../grid/range.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import type { Labels } from "../model/wire.ts";
import { sumRows } from "../operation/bulk.ts";
import { usePorts } from "../react/ports-context.tsx";
import { Sums } from "./Pager.tsx";
import { formatRows, useCopy } from "./use-copy.tsx";
import { useDraggedRange } from "./use-dragged-range.tsx";
import "./range.css";

export interface CellRangeProps {
  body: RefObject<HTMLTableSectionElement | null>;
  entity: Entity;
  /** Names of the columns' fields in order. */
  columns: readonly string[];
  rows: readonly Row[];
  labels: Labels;
  /** Number of columns before the first field: 1 with checkboxes, otherwise 0. */
  before: number;
}

export function CellRange(props: CellRangeProps) {
  const { entity, columns, rows, labels } = props;
  const { lang, t } = usePorts();
  const [range, setRange] = useState<Range>();
  // Clear the range when rows or columns change, because its positions then refer to other cells.
  const shape = `${columns.join()} ${rows.map((row) => String(row[entity.key])).join()}`;
  useEffect(() => setRange(undefined), [shape]);
  useDraggedRange({ body: props.body, before: props.before, width: columns.length, range, onRange: setRange });

  const box = range && findEdges(range);
  const names = box ? columns.slice(box.left, box.right + 1) : [];
  const chosen = box ? rows.slice(box.top, box.bottom + 1) : [];
  const count = names.length * chosen.length;
  const table = {
    entity,
    fields: names.map((name) => entity.field(name)),
    lang,
    label: (field: Field, value: string) => labels[field.name]?.[value],
  };
  const copy = useCopy(
    () => (count > 0 ? { content: formatRows(table, chosen), message: t("list.cellsCopied", { count }) } : undefined),
    true,
  );
  if (count < 2) return null;
  return (
    <div className="pt-range" role="region" aria-label={t("list.cellRange")} data-range-bar>
      <span role="status">{t("list.rangeCells", { count })}</span>
      <Sums entity={entity} sums={sumRows(entity, chosen, names)} label={t("list.chosenSums")} />
      <button type="button" className="btn" data-small data-quiet onClick={copy}>
        <Copy size={14} strokeWidth={1.75} aria-hidden />
        {t("list.copyCells")}
      </button>
    </div>
  );
}
