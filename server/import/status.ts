/**
 * Reads the status of an imported file: counts while rows are waiting, and also the result of every row once none is.
 */
import type { BatchStatus, Entity } from "../../src/engine/index.ts";
import type { Queries } from "../store/database.ts";
import type { ImportRequest } from "./request.ts";

/** Returns the status of one run of a file; undefined for a run that was never submitted. */
export async function readStatus(
  db: Queries,
  tenant: string,
  { name }: Pick<Entity, "name">,
  { fileHash, run }: Pick<ImportRequest, "fileHash" | "run">,
): Promise<BatchStatus | undefined> {
  const counts = await db.query<{ run: number; state: string; n: string; at: string }>(
    "SELECT run, state, count(*) AS n, min(at) AS at FROM import_row WHERE m = $1 AND entity = $2 AND file_hash = $3 GROUP BY run, state ORDER BY run",
    [tenant, name, fileHash],
  );
  const own = counts.filter((row) => Number(row.run) === run);
  if (own.length === 0) return undefined;
  const count = (state: string) => Number(own.find((row) => row.state === state)?.n ?? 0);
  const [waiting, done, refused] = [count("waiting"), count("done"), count("refused")];
  const [at = ""] = own.map((row) => row.at).sort();
  const status = {
    fileHash,
    run,
    runs: Number(counts.at(-1)?.run),
    at,
    rows: waiting + done + refused,
    waiting,
    done,
    refused,
  };
  if (waiting > 0) return status;
  const rows = await db.query(
    "SELECT line, state, record_id, errors FROM import_row WHERE m = $1 AND entity = $2 AND file_hash = $3 AND run = $4 ORDER BY line",
    [tenant, name, fileHash, run],
  );
  return {
    ...status,
    results: rows.map((row) => ({
      line: Number(row.line),
      state: row.state,
      ...(row.record_id ? { id: row.record_id } : {}),
      ...row.errors,
    })),
  };
}
