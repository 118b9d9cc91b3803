import type { Row } from "../../src/engine/index.ts";
import type { Clock } from "../core/clock.ts";
import type { Database, Tx } from "../store/database.ts";
import type { Lane } from "./lane.ts";

/** A job as its handler receives it. */
export interface Job {
  id: string;
  kind: string;
  tenant: string;
  /** Number of failed attempts before. */
  attempts: number;
  payload: Row;
}
/**
 * Does the work of a job. `finish` completes it in the handler's own transaction and throws when another worker has it, which rolls the work back.
 * A job whose handler does not call it is completed afterwards.
 */
export type JobHandler = (job: Job, tools: { db: Database; finish(tx: Tx): Promise<void> }) => Promise<void>;

/** Options of a worker. */
export interface WorkerOptions {
  db: Database;
  clock: Clock;
  handlers: Readonly<Record<string, JobHandler>>;
  /** Lanes beside the one of all other jobs. */
  lanes?: readonly Lane[];
  /** Polling interval in milliseconds. */
  pollMs?: number;
  /** Called for every failure; `dead` after the last attempt. */
  onFailure?(job: Job, error: unknown, dead: boolean): void;
}
