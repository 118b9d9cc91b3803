import type { BatchStatus, Row } from "@portolan/engine";
import type { RowsOf } from "../store/sql-types.ts";

/**
 * Table of imported rows. A row is identified by the file's hash, the run (importing a file again is another run) and
 * its line, so that submitting a file twice creates nothing twice. `state`: waiting | done | refused; `digest`: hash of
 * the row's content, to find it in other files.
 */
export const importTables = [
  `CREATE TABLE IF NOT EXISTS import_row (
    m text NOT NULL, entity text NOT NULL, file_hash text NOT NULL, run integer NOT NULL, line integer NOT NULL,
    submission text NOT NULL, digest text NOT NULL, state text NOT NULL, data json NOT NULL, record_id text, errors json, at timestamptz NOT NULL,
    PRIMARY KEY (m, entity, file_hash, run, line))`,
  `CREATE INDEX IF NOT EXISTS import_row_at ON import_row (m, entity, at)`,
] as const;
type RowResult = NonNullable<BatchStatus["results"]>[number];
declare module "../store/sql-types.ts" {
  interface Tables extends RowsOf<
    typeof importTables,
    {
      import_row: {
        data: Row;
        state: "waiting" | RowResult["state"];
        errors: Pick<RowResult, "errors" | "message"> | null;
      };
    }
  > {}
}
