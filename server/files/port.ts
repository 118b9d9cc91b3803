import type { Readable } from "node:stream";

/** Location of a file: its tenant, and its id, which is unique across tenants. */
export interface FilePlace {
  tenant: string;
  id: string;
}

/** A store of uploaded files: a folder, the database or a bucket. A file is complete or absent. */
export interface FileStore {
  /** Name for terminals, without secrets: `file:/srv/files`. */
  about: string;
  /** True for files of this process only: every node deletes its own. */
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
