/** Messages between the server's thread and the database's thread. */
import type { Params } from "../driver.ts";

export interface Start {
  /** Folder of the database. If omitted, the database is in memory. */
  dir?: string;
  /** Initial content of a new database, as an uncompressed tar. */
  template?: Uint8Array;
}
export interface Statement {
  sql: string;
  params: Params;
}
/**
 * Rows in PostgreSQL's text format, parsed on the server's thread: passing text between threads costs a third of
 * passing values. `types`: PostgreSQL type OIDs.
 */
export interface Cells {
  names: readonly string[];
  types: readonly number[];
  rows: readonly (readonly (string | null)[])[];
}
export type Request =
  /** Runs statements in order. If one fails inside a transaction, those after it fail until the transaction ends. */
  | { id: number; kind: "run"; statements: readonly Statement[] }
  /** Answered when everything committed before it is on disk. */
  | { id: number; kind: "sync" }
  /** Requests the database as a tar, for `Start.template`. */
  | { id: number; kind: "dump" }
  | { id: number; kind: "close" };

export interface WireError {
  message: string;
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
}
export type Reply =
  | { ready: true; version: string }
  | { fatal: WireError }
  /**
   * One result per statement. `unsynced`: whether data that the statements read or wrote may not be on disk yet. `wal`:
   * bytes of log written since the last checkpoint.
   */
  | { id: number; replies: readonly (Cells | { error: WireError })[]; unsynced: boolean; wal: number }
  | { id: number; dump: Uint8Array }
  | { id: number; done: true }
  | { id: number; error: WireError };
