import type { Readable } from "node:stream";

/** A file as the response of a call. A failure before its first byte is an envelope; an error later closes the connection. */
export class FileAnswer {
  constructor(
    readonly content: Readable,
    /** Include `content-type` and `content-disposition`. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}
