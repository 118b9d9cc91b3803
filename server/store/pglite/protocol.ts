/** Messages between the server's thread and the database's. */
import type { Params } from "../driver.ts";

export interface Start {
  /** Folder of the database; without it the database is in memory. */
  dir?: string;
  /** Fresh database as an uncompressed tar, used when there is none. */
  template?: Uint8Array;
}
export interface Statement {
  sql: string;
  params: Params;
}
/** Rows as PostgreSQL's text, which costs a third of values on the way between threads: values are made where they are used. `types`: PostgreSQL's ids. */
export interface Cells {
  names: readonly string[];
  types: readonly number[];
  rows: readonly (readonly (string | null)[])[];
}
export type Request =
  /** Runs them in their order; one that fails inside a transaction fails those after it, up to its end. */
  | { id: number; kind: "run"; statements: readonly Statement[] }
  /** Answered when everything committed before it is on the disk. */
  | { id: number; kind: "sync" }
  /** The database as a tar, for `Start.template`. */
  | { id: number; kind: "dump" }
  | { id: number; kind: "close" };

export interface WireError {
  message: string;
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
}
export type Answer =
  | { ready: true; version: string }
  | { fatal: WireError }
  /** One answer a statement. `unsynced`: not everything that they could have seen is on the disk yet. `wal`: bytes of log written since the last checkpoint. */
  | { id: number; answers: readonly (Cells | { error: WireError })[]; unsynced: boolean; wal: number }
  | { id: number; dump: Uint8Array }
  | { id: number; done: true }
  | { id: number; error: WireError };
