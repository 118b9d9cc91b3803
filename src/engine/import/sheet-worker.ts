/**
 * Worker that parses files: one request, one response. Errors are sent as responses, because a rejection inside a
 * worker would be lost.
 */
import { readFile } from "./read.ts";
import { ImportRefusal, type RefusalCode, type SheetFile } from "./sheet.ts";

export interface ReadRequest {
  bytes: ArrayBuffer;
  maxRows: number;
}
/** Response of the worker: the parsed file, or why it was refused. */
export type ReadReply = { file: SheetFile } | { refused: RefusalCode };

const reply = (message: ReadReply) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => {
  readFile(new Uint8Array(data.bytes), data.maxRows).then(
    (file) => reply({ file }),
    (error: unknown) => reply({ refused: error instanceof ImportRefusal ? error.code : "broken" }),
  );
};
