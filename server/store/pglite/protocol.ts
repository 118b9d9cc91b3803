/** Messages between the server's thread and the database's. */
import type { Params, Rows } from "../driver.ts";

export interface Start {
  /** Folder of the database; without it the database is in memory. */
  dir?: string;
  /** A fresh database as an uncompressed tar, to begin with where there is none. */
  template?: Uint8Array;
}
export type Request =
  | { id: number; kind: "query"; sql: string; params: Params }
  /** Answered when everything committed before it is on the disk. */
  | { id: number; kind: "sync" }
  /** The database as a tar, for `Start.template`. */
  | { id: number; kind: "dump" }
  | { id: number; kind: "close" };

export interface WireError { message: string; code: string; constraint?: string; table?: string; column?: string }
export type Answer =
  | { ready: true; version: string }
  | { fatal: WireError }
  /** `unsynced`: not everything that this answer could have seen is on the disk yet. `wal`: bytes of log written since the last checkpoint. */
  | { id: number; rows: Rows; unsynced: boolean; wal: number }
  | { id: number; dump: Uint8Array }
  | { id: number; done: true }
  | { id: number; error: WireError };
