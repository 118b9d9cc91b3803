import type { Readable } from "node:stream";

/** Location of a file: its tenant and its id, which is unique across tenants. */
export interface FileKey {
  tenant: string;
  id: string;
}

/** A store of uploaded files: a folder, the database or a bucket. A file is stored completely or not at all. */
export interface FileStore {
  /** Name to print, without secrets: `file:/srv/files`. */
  about: string;
  /** Whether other nodes cannot see the files, so that every node must delete its own. */
  isLocal: boolean;
  /** Stores a file durably. Does nothing when it already exists. */
  put(key: FileKey, content: Readable, size: number): Promise<void>;
  /** Returns the content. The stream fails when the file does not exist. */
  get(key: FileKey): Readable;
  /** Returns the size in bytes; undefined when the file does not exist. */
  head(key: FileKey): Promise<{ size: number } | undefined>;
  /** Deletes a file if it exists. */
  delete(key: FileKey): Promise<void>;
  /** Lists the files stored before a time (milliseconds since the epoch, real time), in batches. */
  list(before: number): AsyncIterable<FileKey[]>;
}
