import type { Row } from "@portolan/engine";
import type { Clock } from "../core/clock.ts";
import type { Database, Tx } from "../store/database.ts";
import type { Lane } from "./lane.ts";

/** A job as passed to its handler. */
export interface Job {
  id: string;
  kind: string;
  tenant: string;
  attempts: number;
  payload: Row;
}
/**
 * Runs a job. `finish` completes the job in the handler's own transaction and throws when another worker
 * has taken over, which rolls the work back. If the handler does not call it, the job is completed afterwards.
 */
export type JobHandler = (job: Job, tools: { db: Database; finish(tx: Tx): Promise<void> }) => Promise<void>;

/** Options of a worker. */
export interface WorkerOptions {
  db: Database;
  clock: Clock;
  handlers: Readonly<Record<string, JobHandler>>;
  /** Named lanes. Jobs of any other kind share a default lane. */
  lanes?: readonly Lane[];
  /** Polling interval in milliseconds. Default: 1 s. */
  pollMs?: number;
  /** Called for every failure. `dead` is true after the last attempt. */
  onFailure?(job: Job, error: unknown, dead: boolean): void;
}
