import type { Readable } from "node:stream";

/** A file as the response of a call. Refusals before its first byte are envelopes; an error in mid-stream cuts the connection. */
export class FileAnswer {
  constructor(
    readonly content: Readable,
    /** Include `content-type` and `content-disposition`. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}
