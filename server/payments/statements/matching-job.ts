import { enqueue } from "../../jobs/queue.ts";
import type { Tx } from "../../store/database.ts";
import { HOUSE } from "./model.ts";

/** Name of the job that matches new lines with orders. */
export const MATCH_JOB = "statement.match";

/** Enqueues the matching of new lines. `cause` distinguishes it from other jobs of this kind. */
export const enqueueMatching = (tx: Pick<Tx, "write">, cause: string, at: number): void =>
  enqueue(tx, { kind: MATCH_JOB, dedupe: `${MATCH_JOB}:${cause}`, tenant: HOUSE, runAt: at, payload: {} });
