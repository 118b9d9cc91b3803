/** Copies cells of a list as a table, with a button or the browser's copy command. */
import { useEffect, useRef } from "react";
import { type ClipboardContent, fillClipboard, writeClipboard } from "../base/copy-text.ts";
import { formatClipboard } from "../export/clipboard-content.ts";
import { type ExportTable, listLineCells } from "../export/table.ts";
import type { Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";

interface Copy {
  content: ClipboardContent;
  /** Tells the user what was copied. */
  message: string;
}
const EDITABLE = "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable], [role=dialog]";

/** Formats rows for the clipboard, below a header if one is given. */
export const formatRows = (table: ExportTable, rows: readonly Row[], header?: readonly string[]): ClipboardContent =>
  formatClipboard(
    rows.flatMap((row) => listLineCells(table, row)),
    header,
  );

/**
 * Returns the handler of a copy button. Also copies on the browser's copy event, unless text is selected or the event
 * comes from a text input or dialog. `read` returns undefined when there is nothing to copy. `first` takes precedence
 * over the handlers without it.
 */
export function useCopy(read: () => Copy | undefined, first = false): () => void {
  const { t, notify } = usePorts();
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const copied = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : undefined;
      const found = target?.closest(EDITABLE) || getSelection()?.toString() ? undefined : latest.current();
      if (found && fillClipboard(event, found.content)) notify("success", found.message);
    };
    document.addEventListener("copy", copied, { capture: first });
    return () => document.removeEventListener("copy", copied, { capture: first });
  }, [first, notify]);
  return () => {
    const found = read();
    if (found)
      void writeClipboard(found.content).then(
        () => notify("success", found.message),
        () => notify("warning", t("detail.notCopied")),
      );
  };
}
