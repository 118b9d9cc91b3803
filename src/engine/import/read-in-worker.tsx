/** Reads a file in a worker, which is terminated after the result, on timeout or on abort. */
import { createTrustedScriptUrl } from "../base/trusted-script-url.ts";
import { ImportRefusal, MAX_READ_MS, type SheetFile } from "./sheet.ts";
import type { ReadReply, ReadRequest } from "./sheet-worker.ts";
// oxlint-disable-next-line import/default
import workerUrl from "./sheet-worker.ts?worker&url";

/**
 * Reads a file into sheets. `most` is its maximum size in bytes and number of records.
 * @throws ImportRefusal, or the signal's reason when aborted
 */
export async function readInWorker(
  file: File,
  most: { bytes: number; rows: number },
  signal: AbortSignal,
): Promise<SheetFile> {
  if (file.size > most.bytes) throw new ImportRefusal("size");
  const bytes = await file.arrayBuffer().catch(() => {
    throw new ImportRefusal("broken");
  });
  signal.throwIfAborted();
  const worker = new Worker(createTrustedScriptUrl(workerUrl), { type: "module" });
  try {
    return await new Promise<SheetFile>((resolve, reject) => {
      const timer = setTimeout(() => reject(new ImportRefusal("slow")), MAX_READ_MS);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.onerror = () => reject(new ImportRefusal("broken"));
      worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
        clearTimeout(timer);
        if ("file" in data) resolve(data.file);
        else reject(new ImportRefusal(data.refused));
      };
      worker.postMessage({ bytes, maxRows: most.rows } satisfies ReadRequest, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
