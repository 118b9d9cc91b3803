/** Copies the selected rows as a table, with the bar's button or the browser's copy command. */
import { useCallback, useEffect, useRef } from "react";
import { type ClipboardContent, writeClipboard } from "../export/clipboard-content.ts";
import { exportTable } from "../export/table.ts";
import type { Entity } from "../model/entity.ts";
import type { Labels } from "../model/wire.ts";
import type { Selection } from "../operation/selection.ts";
import { usePorts } from "../react/ports-context.tsx";
import { buildClipboardContent } from "./clipboard.ts";

export interface CopyInput {
  entity: Entity;
  /** Names of the fields to copy, the table's visible columns. */
  columns: readonly string[];
  labels: Labels;
  selection: Selection;
}
const EDITABLE = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable], [role=dialog]";

/**
 * Returns the handler of the copy button, which copies the selected rows unless all records of the list are selected.
 * Also copies them on the browser's copy event, unless text is selected or the event comes from a text input or dialog.
 */
export function useCopyRows({ entity, columns, labels, selection }: CopyInput): () => Promise<void> {
  const { lang, t, notify } = usePorts();
  // Collects the labels of all pages loaded so far, because rows of other pages may be selected as well.
  const known = useRef<Labels>({});
  useEffect(() => {
    for (const [field, texts] of Object.entries(labels)) known.current[field] = { ...known.current[field], ...texts };
  }, [labels]);
  const read = useCallback((): { clip: ClipboardContent; count: number } | undefined => {
    const chosen = selection.snapshot();
    if (chosen.mode === "all" || chosen.rows.size === 0) return undefined;
    const table = exportTable(entity, columns, lang, (field, value) => known.current[field.name]?.[value]);
    return { clip: buildClipboardContent(table, [...chosen.rows.values()]), count: chosen.rows.size };
  }, [selection, entity, columns, lang]);
  const report = useCallback(
    (count: number) => notify("success", t("list.rowsCopied", { count, unit: entity.unit(count, lang) })),
    [notify, t, entity, lang],
  );
  useEffect(() => {
    const copied = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.closest(EDITABLE) || getSelection()?.toString()) return;
      const found = read();
      if (!found || !event.clipboardData) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", found.clip.text);
      event.clipboardData.setData("text/html", found.clip.html);
      report(found.count);
    };
    document.addEventListener("copy", copied);
    return () => document.removeEventListener("copy", copied);
  }, [read, report]);
  return async () => {
    const found = read();
    if (!found) return;
    await writeClipboard(found.clip).then(
      () => report(found.count),
      () => notify("warning", t("detail.notCopied")),
    );
  };
}
