import type { Readable } from "node:stream";

/** Where a file is: its tenant, and its id, which is unique over all tenants. */
export interface FilePlace {
  tenant: string;
  id: string;
}

/** A place for uploaded files: a folder, the database, a bucket. A file is whole or not there. */
export interface FileStore {
  /** For terminals: `file:/srv/files`, without secrets. */
  about: string;
  /** Files of this process alone: every node deletes its own. */
  isLocal: boolean;
  /** Stores a file durably; one that exists keeps its content. */
  put(place: FilePlace, content: Readable, size: number): Promise<void>;
  /** Returns the content; the stream fails when there is no such file. */
  get(place: FilePlace): Readable;
  /** Returns the size; undefined when there is no such file. */
  head(place: FilePlace): Promise<{ size: number } | undefined>;
  /** Deletes a file, if it exists. */
  delete(place: FilePlace): Promise<void>;
  /** Lists the files that were stored before an instant (ms of real time), in batches. */
  list(before: number): AsyncIterable<FilePlace[]>;
}
