import type { Readable } from "node:stream";

/**
 * A file as the response of a call. An error before the first byte is sent as an envelope. A later error closes the
 * connection.
 */
export class FileDownload {
  constructor(
    readonly content: Readable,
    /** Response headers, including `content-type` and `content-disposition`. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}
