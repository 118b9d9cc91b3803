/** Updates all checkboxes by one subscription: a tick renders nothing and rows hold no state. */
import { type RefObject, useLayoutEffect } from "react";
import type { Row } from "../model/entity.ts";
import type { Selection } from "../operation/selection.ts";

/** `rows`: the rows that `body` shows. */
export function useRowSelection(
  body: RefObject<HTMLTableSectionElement | null>,
  selection: Selection | undefined,
  rows: readonly Row[],
): void {
  useLayoutEffect(() => {
    if (!selection) return undefined;
    const show = () => {
      for (const row of body.current?.rows ?? []) {
        const on = selection.has(row.dataset.id!);
        row.toggleAttribute("data-chosen", on);
        row.querySelector<HTMLInputElement>("[data-tick]")!.checked = on;
      }
    };
    show();
    return selection.subscribe(show);
  }, [body, selection, rows]);
}
