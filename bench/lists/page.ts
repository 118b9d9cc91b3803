/** Interface of every contestant's list page. */
import { createOrderRows } from "./make.ts";

/** Number of rows in the list. */
export const ROWS = 100;
export const rows = createOrderRows(ROWS, 7);
/** Rows that match the filter. */
export const FILTERED = rows.filter((row) => row.status === "done");

export interface ListContestant {
  mount(host: HTMLElement): void | Promise<void>;
  unmount(): void;
  sort(descending: boolean): void;
  filter(on: boolean): void;
  /** Selector of a row. */
  row: string;
}
declare global {
  interface Window {
    list: {
      mount(): Promise<void>;
      unmount(): void;
      sort(descending: boolean): void;
      filter(on: boolean): void;
      state(): { rows: number; cells: number; first: string };
    };
  }
}
export function serveList(contestant: ListContestant): void {
  const host = document.getElementById("root")!;
  window.list = {
    mount: async () => contestant.mount(host),
    unmount: () => contestant.unmount(),
    sort: (descending) => contestant.sort(descending),
    filter: (on) => contestant.filter(on),
    state: () => {
      const found = host.querySelectorAll(contestant.row);
      return {
        rows: found.length,
        cells: found[0]?.querySelectorAll("td, [role=gridcell]").length ?? 0,
        first: found[0]?.textContent ?? "",
      };
    },
  };
}
