/** The worker that reads files: one message in, one out. Whatever goes wrong is an answer, because a rejection inside a worker reaches nobody. */
import { readFile } from "./read.ts";
import { ImportRefusal, type RefusalCode, type SheetFile } from "./sheet.ts";

/** What the worker is asked and what it answers. */
export interface ReadRequest {
  bytes: ArrayBuffer;
  maxRows: number;
}
export type ReadAnswer = { file: SheetFile } | { refused: RefusalCode };

const answer = (message: ReadAnswer) =>
  (self as unknown as { postMessage(message: ReadAnswer): void }).postMessage(message);

self.onmessage = ({ data }: MessageEvent<ReadRequest>) => {
  readFile(new Uint8Array(data.bytes), data.maxRows).then(
    (file) => answer({ file }),
    (error: unknown) => answer({ refused: error instanceof ImportRefusal ? error.code : "broken" }),
  );
};
