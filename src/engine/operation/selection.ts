/** Selected rows across all pages of a list: individual rows, or all matching rows with exceptions. */
import type { Row } from "../model/entity.ts";

/** The selection. `some` contains the rows as they were when selected, `all` only the ids of the exceptions. */
export type Chosen = { mode: "some"; rows: ReadonlyMap<string, Row> } | { mode: "all"; except: ReadonlySet<string> };
export const NONE: Chosen = { mode: "some", rows: new Map() };

/** The selection of a list, which notifies its subscribers of changes. */
export class Selection {
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly key: string,
    private chosen: Chosen = NONE,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): Chosen => this.chosen;

  has(id: string): boolean {
    return this.chosen.mode === "some" ? this.chosen.rows.has(id) : !this.chosen.except.has(id);
  }
  /** Selects all matching rows on every page. */
  all(): void {
    this.change({ mode: "all", except: new Set() });
  }
  clear(): void {
    if (this.chosen !== NONE) this.change(NONE);
  }
  drop(ids: readonly string[]): void {
    if (this.chosen.mode === "all")
      return this.change({ mode: "all", except: new Set([...this.chosen.except, ...ids]) });
    const rows = new Map(this.chosen.rows);
    for (const id of ids) rows.delete(id);
    this.change(rows.size > 0 ? { mode: "some", rows } : NONE);
  }

  set(rows: readonly Row[], on: boolean): void {
    if (this.chosen.mode === "all") {
      const except = new Set(this.chosen.except);
      for (const row of rows)
        if (on) except.delete(this.findId(row));
        else except.add(this.findId(row));
      return this.change({ mode: "all", except });
    }
    if (!on) return this.drop(rows.map((row) => this.findId(row)));
    this.change({
      mode: "some",
      rows: new Map([...this.chosen.rows, ...rows.map((row) => [this.findId(row), row] as const)]),
    });
  }
  private change(to: Chosen): void {
    this.chosen = to;
    for (const listener of this.listeners) listener();
  }
  private findId(row: Row): string {
    return String(row[this.key]);
  }
}

/** Returns the number of selected rows, or undefined for `all` while the total is unknown. */
export function countSelected(chosen: Chosen, total: number | undefined): number | undefined {
  if (chosen.mode === "some") return chosen.rows.size;
  return total === undefined ? undefined : Math.max(0, total - chosen.except.size);
}
