/**
 * Reads the status of an imported file: counts while rows are waiting, and also the result of every row once none is.
 */
import { findFileField, type BatchStatus, type Entity } from "@portolan/engine";
import type { Actor } from "../core/actor.ts";
import { findCheckers } from "../lifecycle/four-eyes.ts";
import type { Queries } from "../store/database.ts";
import type { ImportRequest } from "./request.ts";
import { formatFileNo } from "./run.ts";

/** Returns the status of one run of a file; undefined for a run that was never submitted. */
export async function readStatus(
  db: Queries,
  actor: Pick<Actor, "tenant" | "userId">,
  entity: Entity,
  { fileHash, run }: Pick<ImportRequest, "fileHash" | "run">,
): Promise<BatchStatus | undefined> {
  const { tenant } = actor;
  const { name } = entity;
  const counts = await db.query(
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
    ...(findFileField(entity) && done > 0 ? { fileNo: formatFileNo({ fileHash, run }) } : {}),
  };
  if (waiting > 0) return status;
  const rows = await db.query(
    "SELECT line, state, record_id, errors FROM import_row WHERE m = $1 AND entity = $2 AND file_hash = $3 AND run = $4 ORDER BY line",
    [tenant, name, fileHash, run],
  );
  const { missing } = await findCheckers(db, entity, actor);
  return {
    ...status,
    ...(missing && done > 0 ? { noReviewer: true } : {}),
    results: rows.flatMap(({ line, state, record_id: id, errors }) =>
      state === "waiting" ? [] : [{ line, state, ...(id ? { id } : {}), ...errors }],
    ),
  };
}
