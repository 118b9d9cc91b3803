import type { PortName } from "../providers/provider-port.ts";
import type { RowsOf } from "../store/sql-types.ts";

/** Table of desk tasks: provider requests that operators answer by hand. */
export const manualProviderTables = [
  // ask: sealed; state: open | done | closed (superseded by a later request, or settled by another event); file: the
  // payment file that contains it.
  `CREATE TABLE IF NOT EXISTS desk_task (
    id text NOT NULL PRIMARY KEY, ask_id text NOT NULL UNIQUE, port text NOT NULL, job text NOT NULL, m text NOT NULL, order_kind text NOT NULL,
    order_id text NOT NULL, version integer NOT NULL, ask text NOT NULL, state text NOT NULL, taken_by text, file text,
    created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS desk_task_open ON desk_task (state, created_at)`,
  `CREATE INDEX IF NOT EXISTS desk_task_order ON desk_task (m, order_kind, order_id)`,
] as const;
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<
    typeof manualProviderTables,
    { desk_task: { port: PortName; state: "open" | "done" | "closed" } }
  > {}
}
