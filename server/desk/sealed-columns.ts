import type { SealedColumn } from "../core/sealed-column.ts";
import { askPlace } from "./tasks.ts";

/** Sealed column of the desk: the request of a task, which contains an unmasked record. */
export const deskColumns: readonly SealedColumn[] = [
  {
    table: "desk_task",
    column: "ask",
    key: ["m", "ask_id"],
    context: ([tenant = "", askId = ""]) => ({ tenant, about: askPlace(askId) }),
  },
];
