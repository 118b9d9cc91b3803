/**
 * Cell range of a list: selected with the mouse or with Shift and the arrow keys, and copied in a format for
 * spreadsheets. A bar shows the sums of its amounts. Cells are marked by an attribute, so that selecting a range
 * re-renders no row.
 */
import { Copy } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type CellRange as Range, findEdges } from "../base/cell-range.ts";
import { writeClipboard } from "../export/clipboard-content.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Labels } from "../model/wire.ts";
import { sumRows } from "../operation/bulk.ts";
import { usePorts } from "../react/ports-context.tsx";
import { buildClipboardContent } from "./clipboard.ts";
import { Sums } from "./Pager.tsx";
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
const EDITABLE = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable], [role=dialog]";

export function CellRange(props: CellRangeProps) {
  const { entity, columns, rows, labels } = props;
  const { lang, t, notify } = usePorts();
  const [range, setRange] = useState<Range>();
  // Clear the range when rows or columns change, because its positions then refer to other cells.
  const shape = `${columns.join()} ${rows.map((row) => String(row[entity.key])).join()}`;
  useEffect(() => setRange(undefined), [shape]);
  useDraggedRange({ body: props.body, before: props.before, width: columns.length, range, onRange: setRange });

  const box = range && findEdges(range);
  const names = box ? columns.slice(box.left, box.right + 1) : [];
  const chosen = box ? rows.slice(box.top, box.bottom + 1) : [];
  const count = names.length * chosen.length;
  const read = () =>
    buildClipboardContent(
      {
        entity,
        fields: names.map((name) => entity.field(name)),
        lang,
        label: (field, value) => labels[field.name]?.[value],
      },
      chosen,
      false,
    );
  const report = () => notify("success", t("list.cellsCopied", { count }));
  useCopy(count > 0 ? read : undefined, report);
  if (count < 2) return null;
  const sums: Record<string, Record<string, string>> = {};
  for (const { field, currency, value } of sumRows(entity, chosen, names)) (sums[field] ??= {})[currency] = value;
  const copy = () => writeClipboard(read()).then(report, () => notify("warning", t("detail.notCopied")));
  return (
    <div className="pt-range" role="region" aria-label={t("list.cellRange")} data-range-bar>
      <span role="status">{t("list.rangeCells", { count })}</span>
      <Sums entity={entity} sums={sums} label={t("list.chosenSums")} />
      <button type="button" className="btn" data-small data-quiet onClick={() => void copy()}>
        <Copy size={14} strokeWidth={1.75} aria-hidden />
        {t("list.copyCells")}
      </button>
    </div>
  );
}

/** Copies the range on the browser's copy event, unless text is selected or the event comes from an input or dialog. */
function useCopy(read: (() => ReturnType<typeof buildClipboardContent>) | undefined, onCopied: () => void): void {
  const latest = useRef({ read, onCopied });
  latest.current = { read, onCopied };
  useEffect(() => {
    const copied = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      const clip = target?.closest(EDITABLE) || getSelection()?.toString() ? undefined : latest.current.read?.();
      if (!clip || !event.clipboardData) return;
      event.preventDefault();
      // Keeps the handler in `use-copy-rows.tsx` from copying the selected rows instead.
      event.stopImmediatePropagation();
      event.clipboardData.setData("text/plain", clip.text);
      event.clipboardData.setData("text/html", clip.html);
      latest.current.onCopied();
    };
    document.addEventListener("copy", copied, { capture: true });
    return () => document.removeEventListener("copy", copied, { capture: true });
  }, []);
}
