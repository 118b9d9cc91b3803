import type { SealedColumn } from "../core/sealed-column.ts";
import { describeTaskContext } from "./tasks.ts";

/** Sealed column of the desk: the request of a task, which contains an unmasked record. */
export const manualProviderColumns: readonly SealedColumn[] = [
  {
    table: "desk_task",
    column: "ask",
    key: ["m", "ask_id"],
    context: ([tenant = "", askId = ""]) => ({ tenant, about: describeTaskContext(askId) }),
  },
];
