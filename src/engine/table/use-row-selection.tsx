/** Selects the rows of a page. `Selection` keeps those of all pages. */
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Row } from "../model/entity.ts";
import type { Selection } from "../operation/selection.ts";

export class RowSelection {
  constructor(
    readonly all: Selection,
    private readonly rows: readonly Row[],
    /** The rows' key field. */
    private readonly key: string,
    /** Id of the row toggled last. */
    private readonly last: RefObject<string | undefined>,
  ) {}

  /** Toggles a row. With `range`, all rows from the last toggled row to this row get its new state. */
  toggle(id: string, range: boolean): void {
    const ids = this.rows.map((row) => String(row[this.key]));
    const at = ids.indexOf(id);
    const from = range && this.last.current !== undefined ? ids.indexOf(this.last.current) : -1;
    const [first, end] = from < 0 ? [at, at] : [Math.min(at, from), Math.max(at, from)];
    this.all.set(this.rows.slice(first, end + 1), !this.all.has(id));
    this.last.current = id;
  }

  /** Selects all rows of the page, or deselects them when all are selected. */
  togglePage(): void {
    this.all.set(this.rows, this.state !== "all");
    this.last.current = undefined;
  }

  /** Which rows of the page are selected. */
  get state(): "all" | "some" | "none" {
    const count = this.rows.filter((row) => this.all.has(String(row[this.key]))).length;
    return count === 0 ? "none" : count === this.rows.length ? "all" : "some";
  }
}

/** Returns the selection of a page's rows. Undefined when rows cannot be selected. */
export function useRowSelection(
  selection: Selection | undefined,
  rows: readonly Row[],
  key: string,
): RowSelection | undefined {
  const last = useRef<string>(undefined);
  return useMemo(() => selection && new RowSelection(selection, rows, key, last), [selection, rows, key]);
}

/**
 * Marks the selected rows of a table body through a single subscription, so that selecting re-renders no row and rows
 * hold no state.
 */
export function useRowMarks(
  body: RefObject<HTMLTableSectionElement | null>,
  selection: Selection | undefined,
  rows: readonly Row[],
): void {
  useLayoutEffect(() => {
    if (!selection) return undefined;
    const show = () => {
      for (const row of body.current?.rows ?? []) {
        const { id } = row.dataset;
        const tick = row.querySelector<HTMLInputElement>("[data-tick]");
        if (id === undefined || !tick) continue;
        tick.checked = selection.has(id);
        row.toggleAttribute("data-chosen", tick.checked);
      }
    };
    show();
    return selection.subscribe(show);
  }, [body, selection, rows]);
}
